import { bucketOf, BUCKETS } from '@course/contracts';
import { visitValue } from '../contract/visit.ts';
import type { PageRemote, LiveReleases, ServedRemote } from './live.ts';

/** The facts about a visit that a request's cookies contain. */
export interface VisitFacts {
  /** Short ids of the releases that this visit is pinned to. */
  readonly pinned: readonly string[];
  /** The bucket of the visitor's browser, below `BUCKETS`; undefined if it has none. */
  readonly bucket: number | undefined;
  /** The preview that the browser's link opens. */
  readonly preview: { readonly remote: string; readonly name: string } | undefined;
}

/** The releases that a page uses, one of each remote. */
export interface ChosenReleases {
  readonly remotes: readonly PageRemote[];
  /** Identifies the set: equal for the same releases in the same channels. */
  readonly stamp: string;
  /** Value of the cookie with which the visit keeps them; empty if there is nothing to keep. */
  readonly visitCookie: string;
  /** False if a new visitor would not get the same: the visit keeps an earlier release, or shows a preview. */
  readonly isCurrent: boolean;
  /** The preview's name, if one is among them. */
  readonly preview?: string;
}

/** Returns whether visitors of this bucket get the canary. Another canary has other visitors. */
export const isInCanary = (bucket: number, release: string, share: number): boolean =>
  bucketOf(`${bucket} ${release}`) * 100 < share * BUCKETS;

/** Returns the release for visitors without a preview; undefined before the remote's first publish. */
const publicRelease = (
  { stable, canary, kept, hasDevBuild }: ServedRemote,
  { pinned, bucket }: VisitFacts,
): PageRemote | undefined => {
  if (hasDevBuild) return stable;
  for (const short of pinned) {
    const remote = kept.get(short);
    if (remote) return remote;
  }
  const isChosen = canary && bucket !== undefined && isInCanary(bucket, canary.remote.release ?? '', canary.share);
  return isChosen ? canary.remote : stable;
};

/**
 * Chooses for each remote: the preview that the browser opened, else the release that the visit is pinned to, else the
 * canary for its share of visitors, else stable. A release that was withdrawn or is not available here is not kept.
 */
export function chooseReleases({ served }: LiveReleases, facts: VisitFacts): ChosenReleases {
  const remotes: PageRemote[] = [];
  const kept: string[] = [];
  let stamp = '';
  let isCurrent = true;
  let preview: string | undefined;
  for (const candidate of served) {
    const released = publicRelease(candidate, facts);
    const shown = facts.preview?.remote === candidate.name ? candidate.previews.get(facts.preview.name) : undefined;
    const remote = shown ?? released;
    if (!remote) continue;
    if (shown) preview = facts.preview?.name;
    remotes.push(remote);
    stamp += `${remote.entry.entry} ${remote.descriptor ? '' : 'unread '}${remote.channel ?? ''},`;
    if (remote !== candidate.stable && remote !== candidate.canary?.remote) isCurrent = false;
    if (!candidate.hasDevBuild && released?.release && released.descriptor) kept.push(released.release);
  }
  if (preview !== undefined) stamp += preview;
  return { remotes, stamp, visitCookie: visitValue(kept), isCurrent, ...(preview !== undefined && { preview }) };
}

/**
 * Returns false once the preview has ended. It stays active while a new build that replaces it is being copied here.
 */
export const isPreviewActive = (
  { served }: LiveReleases,
  { remote, name }: NonNullable<VisitFacts['preview']>,
): boolean => served.some((known) => known.name === remote && known.previews.has(name));

/** Returns whether a canary is running, for which browsers need a bucket. */
export const hasCanary = ({ served }: LiveReleases): boolean => served.some(({ canary }) => canary !== undefined);
