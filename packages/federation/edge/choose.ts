import { bucketOf, BUCKETS } from '@course/contracts';
import { visitValue } from '../contract/visit.ts';
import type { KnownRemote, LiveReleases, ServedRemote } from './live.ts';

/** What a request says about the visit that it belongs to. */
export interface VisitFacts {
  /** Short names of the releases that the visit began with. */
  readonly began: readonly string[];
  /** Of the visitor's browser, below `BUCKETS`; undefined where it has none. */
  readonly bucket: number | undefined;
  /** What the browser's link opens. */
  readonly preview: { readonly remote: string; readonly name: string } | undefined;
}

/** The releases that a page is made of, one of each remote. */
export interface ChosenReleases {
  readonly remotes: readonly KnownRemote[];
  /** The same for the same releases in the same channels. */
  readonly stamp: string;
  /** Value of the cookie by which the visit keeps them; empty when there is nothing to keep. */
  readonly keeps: string;
  /** False if a visitor who comes now would not get the same: the visit keeps an earlier release, or sees a preview. */
  readonly isCurrent: boolean;
  /** Its name, if a preview is among them. */
  readonly preview?: string;
}

/** Returns whether a canary's visitors are those of this bucket. Another canary has others. */
export const isInCanary = (bucket: number, release: string, share: number): boolean =>
  bucketOf(`${bucket} ${release}`) * 100 < share * BUCKETS;

/** What visitors get who see no preview; undefined before the remote's first publish. */
const publicOne = (
  { stable, canary, kept, isDeveloped }: ServedRemote,
  { began, bucket }: VisitFacts,
): KnownRemote | undefined => {
  if (isDeveloped) return stable;
  for (const short of began) {
    const remote = kept.get(short);
    if (remote) return remote;
  }
  const isChosen = canary && bucket !== undefined && isInCanary(bucket, canary.remote.release ?? '', canary.share);
  return isChosen ? canary.remote : stable;
};

/**
 * Chooses for each remote: the preview that the browser was given, else the release that the visit began with, else the
 * canary for its share of visitors, else what is stable. A release that was withdrawn or is not here is not kept.
 */
export function chooseReleases({ served }: LiveReleases, facts: VisitFacts): ChosenReleases {
  const remotes: KnownRemote[] = [];
  const keeps: string[] = [];
  let stamp = '';
  let isCurrent = true;
  let preview: string | undefined;
  for (const one of served) {
    const forAll = publicOne(one, facts);
    const shown = facts.preview?.remote === one.name ? one.previews.get(facts.preview.name) : undefined;
    const remote = shown ?? forAll;
    if (!remote) continue;
    if (shown) preview = facts.preview?.name;
    remotes.push(remote);
    stamp += `${remote.entry.entry} ${remote.descriptor ? '' : 'unread '}${remote.channel ?? ''},`;
    if (remote !== one.stable && remote !== one.canary?.remote) isCurrent = false;
    if (!one.isDeveloped && forAll?.release && forAll.descriptor) keeps.push(forAll.release);
  }
  if (preview !== undefined) stamp += preview;
  return { remotes, stamp, keeps: visitValue(keeps), isCurrent, ...(preview !== undefined && { preview }) };
}

/** Returns false once the preview has ended. While another build takes its place it goes on, and may not be here for a moment. */
export const isGoingOn = ({ served }: LiveReleases, { remote, name }: NonNullable<VisitFacts['preview']>): boolean =>
  served.some((one) => one.name === remote && one.previews.has(name));

/** Returns true while a canary runs, for which browsers need a bucket. */
export const hasCanary = ({ served }: LiveReleases): boolean => served.some(({ canary }) => canary !== undefined);
