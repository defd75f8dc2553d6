import { DAY_MS } from '@course/contracts';
import type { RemoteDescriptor, RemoteEntry } from '../contract/descriptor.ts';
import { ENTRY_FILE } from '../contract/entry-file.mjs';
import type { Registry, Release, ReleaseRow, RemoteState } from '../contract/release.ts';
import { shortRelease } from '../contract/visit.ts';
import { canaryOf, hasPreview, isForVisitors, stableOf, type ListedRelease } from '../registry/registry.ts';
import { isDevVersion } from '../registry/release.ts';
import { folderKey } from '../registry/stored-release.ts';
import type { ReleaseRef } from './mirror.ts';

/** A remote with the release that pages use. Descriptor and files are missing while none of its releases is available. */
export interface PageRemote {
  readonly name: string;
  readonly entry: RemoteEntry;
  readonly descriptor: RemoteDescriptor | undefined;
  readonly files?: Release['files'];
  /** Id of the release. */
  readonly release?: string;
  /** Absent for `stable`. */
  readonly channel?: 'canary' | 'preview';
}

/** All releases of one remote that pages may use. */
export interface ServedRemote {
  readonly name: string;
  /** Absent before its first publish, when only links show it. */
  readonly stable?: PageRemote;
  /** Absent if there is none, or while its release is not available. */
  readonly canary?: { readonly remote: PageRemote; readonly share: number };
  /** By the names in links; undefined while a build that the registry names has not been copied yet. */
  readonly previews: ReadonlyMap<string, PageRemote | undefined>;
  /** What visits may keep, by short ids: stable, canary, and what was live until recently. */
  readonly kept: ReadonlyMap<string, PageRemote>;
  /** True while a development build is live: every visit gets it at once. */
  readonly hasDevBuild: boolean;
}

/** What is live, as this edge serves it. */
export interface LiveReleases {
  /** What `stable` points to. */
  readonly remotes: readonly PageRemote[];
  readonly served: readonly ServedRemote[];
}

/** Returns whether pages of every live remote can be served; false if no remote is known. */
export const isComplete = ({ remotes }: LiveReleases): boolean =>
  remotes.length > 0 && remotes.every(({ descriptor }) => descriptor !== undefined);

/** What a release is needed for; `fallback`: to be the last good release where that of an earlier `stable` is lacking. */
export type Purpose = 'stable' | 'canary' | 'preview' | 'kept' | 'fallback';

/** A release that pages may use. */
export interface NeededRelease extends ReleaseRef {
  readonly purpose: Purpose;
  readonly version: string;
}

/** This long after a release was live, in ms, the last visits that began with it have ended. */
const KEPT_MS = DAY_MS;

/** At most this many earlier releases of a remote are kept for visits. */
const MAX_KEPT = 10;

/** Returns the releases that were live until recently and were not withdrawn, the latest first. */
const keptForVisits = (state: RemoteState, now: number): readonly ListedRelease[] => {
  const { stable, canary } = state.channels;
  // `retiredAt` is null while a link shows the release, which then counts as retired now.
  const endOf = ({ retiredAt }: ReleaseRow): number => (retiredAt === null ? now : Date.parse(retiredAt));
  const isKept = ({ id, row }: ListedRelease): boolean =>
    id !== stable &&
    id !== canary?.release &&
    row.withdrawn === undefined &&
    isForVisitors(state, { id, row }) &&
    !isDevVersion(row.version) &&
    now - endOf(row) < KEPT_MS;
  return Object.entries(state.releases)
    .map(([id, row]) => ({ id, row }))
    .filter(isKept)
    .sort((a, b) => endOf(b.row) - endOf(a.row))
    .slice(0, MAX_KEPT);
};

/** Returns every release of the registry. */
export const releasesIn = (registry: Registry): readonly ReleaseRef[] =>
  Object.entries(registry.remotes).flatMap(([remote, { releases }]) =>
    Object.entries(releases).map(([id, { folder }]) => ({ remote, id, folder })),
  );

const neededFor = (purpose: Purpose, remote: string, { id, row }: ListedRelease): NeededRelease => ({
  purpose,
  remote,
  id,
  folder: row.folder,
  version: row.version,
});

/** Returns the earlier releases of a remote that may become its last good one, the latest first. */
export const fallbacksIn = (registry: Registry, remote: string): readonly NeededRelease[] => {
  const { previous = [], releases = {} } = registry.remotes[remote] ?? {};
  return previous.flatMap((id) => {
    const row = releases[id];
    return row && row.withdrawn === undefined ? [neededFor('fallback', remote, { id, row })] : [];
  });
};

/** Returns the releases that pages may use, each once. Those that most visitors need come first. */
export const neededIn = (registry: Registry, now: number): readonly NeededRelease[] => {
  const needed: NeededRelease[] = [];
  for (const [remote, state] of Object.entries(registry.remotes)) {
    const add = (purpose: Purpose, release: ListedRelease | undefined): void => {
      if (release) needed.push(neededFor(purpose, remote, release));
    };
    add('stable', stableOf(registry, remote));
    add('canary', canaryOf(registry, remote));
    const previews = (state.channels.preview ?? []).filter(
      (id) => state.releases[id] && hasPreview(state.releases[id], new Date(now)),
    );
    for (const id of previews) add('preview', { id, row: state.releases[id]! });
    for (const release of keptForVisits(state, now)) if (!previews.includes(release.id)) add('kept', release);
  }
  return needed;
};

/** Returns where browsers find a release. */
export const entryOf = (
  { remote, folder }: Pick<ReleaseRef, 'remote' | 'folder'>,
  { version, contract }: Omit<RemoteEntry, 'entry'>,
): RemoteEntry => ({ entry: `/${folderKey(remote, folder)}${ENTRY_FILE}`, version, contract });

export interface Sources {
  /** Returns a release that was copied and verified. */
  readonly verified: (id: string) => PageRemote | undefined;
  /** Returns a remote's last good release: its latest `stable` that was available, or the fallback for it. */
  readonly lastGood: (remote: string) => PageRemote | undefined;
  readonly now: number;
}

/** Returns what `stable` points to, or the last good release if that is not available. */
const stableRemote = (registry: Registry, name: string, { verified, lastGood }: Sources): PageRemote | undefined => {
  const pointed = stableOf(registry, name);
  if (!pointed) return undefined;
  const entry = entryOf({ remote: name, folder: pointed.row.folder }, pointed.row);
  return verified(pointed.id) ?? lastGood(name) ?? { name, entry, descriptor: undefined };
};

const servedOf = (registry: Registry, name: string, sources: Sources): ServedRemote => {
  const { verified, now } = sources;
  const state = registry.remotes[name]!;
  const stable = stableRemote(registry, name, sources);
  const found = canaryOf(registry, name);
  const available = found && verified(found.id);
  const canary = available && { remote: { ...available, channel: 'canary' } as const, share: found.canary.share };
  const previews = (state.channels.preview ?? []).flatMap((id) => {
    const remote = verified(id);
    const shown = remote && ({ ...remote, channel: 'preview' } as const);
    return (state.releases[id]?.previews ?? []).map(({ name: link }) => [link, shown] as const);
  });
  const kept = [
    ...keptForVisits(state, now).flatMap(({ id }) => verified(id) ?? []),
    ...(stable ? [stable] : []),
    ...(canary ? [canary.remote] : []),
  ].flatMap((remote) => (remote.release && remote.descriptor ? [[shortRelease(remote.release), remote] as const] : []));
  return {
    name,
    ...(stable && { stable }),
    ...(canary && { canary }),
    previews: new Map(previews),
    kept: new Map(kept),
    hasDevBuild: stable !== undefined && isDevVersion(stable.entry.version),
  };
};

/** Returns the releases that pages may use: what the registry points to, as far as it is available here. */
export const liveReleases = (registry: Registry, sources: Sources): LiveReleases => {
  const served = Object.keys(registry.remotes).map((name) => servedOf(registry, name, sources));
  return { served, remotes: served.flatMap(({ stable }) => stable ?? []) };
};
