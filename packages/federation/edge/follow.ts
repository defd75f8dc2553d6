import path from 'node:path';
import type { Logger } from 'pino';
import { shortRelease } from '../contract/visit.ts';
import { heldReleases, type HeldRelease } from '../registry/held-releases.ts';
import { folderKey } from '../registry/stored-release.ts';
import type { ReleaseStore } from '../store/store.ts';
import { knownReleases, persistentProblems } from './known-releases.ts';
import { liveReleases, neededIn, type LiveReleases, type NeededRelease, type Purpose } from './live.ts';
import { openMirror, type ReleaseRef } from './mirror.ts';
import { registryReader, type StoreState } from './registry-reader.ts';

export interface ReleaseSource {
  readonly store: ReleaseStore;
  /**
   * The edge's own folder: verified copies of releases in `remotes/`, and the store's last good state in `last-good/`.
   */
  readonly dir: string;
  readonly logger: Pick<Logger, 'info' | 'error'>;
  /** Pause between two reads of the registry. */
  readonly intervalMs?: number;
}

export interface Follower {
  live(): LiveReleases;
  /** Returns the releases that visitors may have and that have a verified copy here, in the order of `heldReleases`. */
  held(now: Date): readonly HeldRelease[];
  /** Returns the releases that visitors may have and that have no verified copy here. */
  missing(now: Date): readonly HeldRelease[];
  /** For an address below /remotes/: reads the registry at once if it belongs to a release without a copy here. */
  ensure(address: string): Promise<void> | undefined;
  /** For the short names of the releases that a visit began with: reads the registry at once if one is unknown here. */
  ensureVisit(began: readonly string[]): Promise<void> | undefined;
  /** Reads the registry, unless that was done a moment ago. */
  refresh(): Promise<void>;
  /** Calls `listener` whenever another release becomes stable here. */
  onChange(listener: () => void): void;
  stop(): Promise<void>;
}

const INTERVAL_MS = 500;

/** Pause between two attempts to read an unavailable release. */
const RETRY_MS = 2000;

/** Minimum pause between two reads caused by requests: anyone may request files that do not exist. */
const REFRESH_PAUSE_MS = 100;

/** The releases that most visitors get come first. */
const BATCHES: readonly (readonly Purpose[])[] = [
  ['stable', 'canary'],
  ['kept', 'preview'],
];

/**
 * Follows the registry of a store. A release goes live here once all of it is in this edge's folder and verified; until
 * then, and while the store is unavailable or damaged, the previous one stays live, even across a restart.
 */
export async function followReleases({
  store,
  dir,
  logger,
  intervalMs = INTERVAL_MS,
}: ReleaseSource): Promise<Follower> {
  const mirror = await openMirror(store, dir);
  const reader = registryReader(store, path.join(dir, 'last-good'));
  const problems = persistentProblems(logger);
  const releases = knownReleases(mirror, problems);
  let live: LiveReleases = { remotes: [], served: [] };
  let seen: StoreState | undefined;
  let names: ReadonlySet<string> = new Set();
  let isComplete = false;
  let triedAt = 0;
  let refreshedAt = 0;
  const listeners: (() => void)[] = [];

  const serve = ({ registry }: StoreState): void => {
    const before = stablesIn(live);
    live = liveReleases(registry, { known: releases.known, lastGood: releases.lastGood, now: Date.now() });
    if (stablesIn(live) !== before) listeners.forEach((listener) => listener());
  };

  const apply = async (state: StoreState): Promise<void> => {
    triedAt = performance.now();
    const needed = neededIn(state.registry, Date.now());
    let hasStable = true;
    let mayRetry = false;
    const ensure = async (release: NeededRelease): Promise<void> => {
      const result = await releases.ensure(release, state.teams);
      if (result === 'known') return;
      if (release.purpose === 'stable') hasStable = false;
      if (result === 'missing' || BATCHES[0]?.includes(release.purpose)) mayRetry = true;
    };
    for (const purposes of BATCHES) {
      await Promise.all(needed.filter(({ purpose }) => purposes.includes(purpose)).map(ensure));
      serve(state);
    }
    releases.keepOnly(new Set(needed.map(({ id }) => id)));
    isComplete = !mayRetry;
    seen = state;
    names = new Set(allIn(state).map(({ id }) => shortRelease(id)));
    if (hasStable) reader.remember();
  };

  const readAndApply = async (): Promise<void> => {
    try {
      const isDue = seen !== undefined && !isComplete && performance.now() - triedAt > RETRY_MS;
      const state = await reader.read(isDue);
      if (state !== seen) await apply(state);
      problems.resolve('store', 'the release store is back');
    } catch (error) {
      problems.report('store', error, 'the release store cannot be used; the live releases stay live');
    }
  };
  let refreshing: Promise<void> | undefined;
  const refreshNow = (): Promise<void> =>
    (refreshing ??= readAndApply().finally(() => {
      refreshing = undefined;
      refreshedAt = performance.now();
    }));

  /** Copies releases that are no longer live, too: open pages may still request their files, from any edge. */
  const copyOlder = async (state: StoreState): Promise<void> => {
    const all = allIn(state);
    const needed = new Set(neededIn(state.registry, Date.now()).map(({ id }) => id));
    for (const release of all) {
      if (stopped) return;
      if (needed.has(release.id) || mirror.has(folderKey(release.remote, release.folder), release.id)) continue;
      await mirror
        .ensure(release, state.teams)
        .catch((error: unknown) => problems.report(release.id, error, 'an older release is not served'));
    }
    // The remembered state may be older than the copies on disk, so nothing is deleted based on it.
    if (state === reader.remembered()) return;
    const kept = new Set(all.map(({ remote, folder }) => folderKey(remote, folder)));
    // A newer state of the registry may already need other copies; it gets its own turn.
    while (refreshing) await refreshing;
    if (seen !== state) return;
    for (const { entry } of live.remotes) kept.add(entry.entry.slice(1, -'remoteEntry.js'.length));
    await mirror.keepOnly(kept);
  };

  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let older: Promise<void> = Promise.resolve();
  let olderFor: StoreState | undefined;
  const scheduleNext = (): void => {
    if (stopped) return;
    const state = seen;
    if (state && olderFor !== state) {
      olderFor = state;
      older = older.then(() => copyOlder(state)).catch(() => undefined);
    }
    timer = setTimeout(() => void refreshNow().then(scheduleNext), intervalMs);
    timer.unref();
  };

  /** Another edge may have read the registry, and served a page of a new release, before this one. */
  const refresh = async (): Promise<void> => {
    if (performance.now() - refreshedAt > REFRESH_PAUSE_MS) await refreshNow();
  };
  const fetchFolder = async (folder: string): Promise<void> => {
    await refresh();
    const release = seen && allIn(seen).find((listed) => folderKey(listed.remote, listed.folder) === folder);
    if (release && !mirror.has(folder)) await mirror.ensure(release, seen!.teams).catch(() => undefined);
  };

  const hasCopy = ({ remote, id, row }: HeldRelease): boolean => mirror.has(folderKey(remote, row.folder), id);

  await refreshNow();
  if (!seen) await apply(reader.remembered());
  scheduleNext();

  return {
    live: () => live,
    held: (now) => heldReleases(seen!.registry, now).filter(hasCopy),
    missing: (now) => heldReleases(seen!.registry, now).filter((release) => !hasCopy(release)),
    ensure: (address) => {
      const [, folder] = /^\/(remotes\/[^/]+\/[^/]+\/)/.exec(address) ?? [];
      return folder === undefined || mirror.has(folder) ? undefined : fetchFolder(folder);
    },
    ensureVisit: (began) => (began.every((short) => names.has(short)) ? undefined : refresh()),
    refresh,
    onChange: (listener) => void listeners.push(listener),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await refreshing;
      await older;
    },
  };
}

const stablesIn = ({ remotes }: LiveReleases): string =>
  remotes.map(({ entry, descriptor }) => descriptor && entry.entry).join(' ');

/** Returns every release of the registry. */
const allIn = ({ registry }: Pick<StoreState, 'registry'>): readonly ReleaseRef[] =>
  Object.entries(registry.remotes).flatMap(([remote, { releases }]) =>
    Object.entries(releases).map(([id, { folder }]) => ({ remote, id, folder })),
  );
