import path from 'node:path';
import type { Logger } from 'pino';
import { shortRelease } from '../contract/visit.ts';
import { visitorReleases, type VisitorRelease } from '../registry/visitor-releases.ts';
import { ReleaseRefused } from '../registry/release.ts';
import { folderKey } from '../registry/stored-release.ts';
import type { ReleaseStore } from '../store/store.ts';
import { persistentProblems } from './problems.ts';
import { verifiedReleases } from './verified-releases.ts';
import {
  fallbacksIn,
  liveReleases,
  neededIn,
  releasesIn,
  type LiveReleases,
  type NeededRelease,
  type Purpose,
} from './live.ts';
import { openMirror } from './mirror.ts';
import { olderCopies } from './older-copies.ts';
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

const INTERVAL_MS = 500;

/** Pause between two attempts to read a release that is unavailable or damaged. */
const RETRY_MS = 2000;

/** Minimum pause between two reads caused by requests: anyone may request files that do not exist. */
const REFRESH_PAUSE_MS = 100;

/** The releases that most visitors get come first. */
const COPY_ORDER: readonly (readonly Purpose[])[] = [
  ['stable', 'canary'],
  ['kept', 'preview'],
];

/**
 * Follows the registry of a store. A release goes live here once all of it is in this edge's folder and verified; until
 * then, and while the store is unavailable or damaged, the previous one stays live, even across a restart.
 */
export async function followReleases({ store, dir, logger, intervalMs = INTERVAL_MS }: ReleaseSource) {
  const mirror = await openMirror(store, dir);
  const reader = registryReader(store, path.join(dir, 'last-good'));
  const problems = persistentProblems(logger);
  const releases = verifiedReleases(mirror, problems);
  let live: LiveReleases = { remotes: [], served: [] };
  let appliedState: StoreState | undefined;
  let listedReleases: ReadonlySet<string> = new Set();
  let isFullyCopied = false;
  /** Live releases that could not be read from the store at the last attempt. */
  let unread: ReadonlySet<string> = new Set();
  let triedAt = 0;
  let refreshedAt = 0;
  const listeners: (() => void)[] = [];

  const serve = ({ registry }: StoreState): void => {
    const before = stablesIn(live);
    live = liveReleases(registry, { verified: releases.get, lastGood: releases.lastGood, now: Date.now() });
    if (stablesIn(live) !== before) listeners.forEach((listener) => listener());
  };

  /** Without a last good release that visitors may have, the latest earlier one that is available becomes it. */
  const ensureLastGood = async (remote: string, { registry, teams }: StoreState): Promise<void> => {
    for (const fallback of fallbacksIn(registry, remote)) {
      const { release } = releases.lastGood(remote) ?? {};
      if (release && registry.remotes[remote]?.releases[release]?.withdrawn === undefined) return;
      await releases.ensure(fallback, teams);
    }
  };

  const apply = async (state: StoreState, { isStoreAway = false } = {}): Promise<void> => {
    triedAt = performance.now();
    const needed = neededIn(state.registry, Date.now());
    const unreadBefore = unread;
    const unreadNow = new Set<string>();
    let hasStable = true;
    let mayRetry = false;
    const ensure = async (release: NeededRelease): Promise<void> => {
      const { id, remote, purpose } = release;
      const result = await releases.ensure(release, state.teams);
      if (result === 'verified') return;
      if (result === 'missing' || (result === 'refused' && COPY_ORDER[0]?.includes(purpose))) mayRetry = true;
      if (purpose !== 'stable') return;
      hasStable = false;
      if (result === 'missing') unreadNow.add(id);
      const isFirstTry = result === 'missing' && !isStoreAway && !unreadBefore.has(id);
      // A new edge is not ready until the retry: one slow read is no reason to serve an older release.
      if (isFirstTry && !releases.lastGood(remote)) return;
      await ensureLastGood(remote, state);
    };
    for (const purposes of COPY_ORDER) {
      await Promise.all(needed.filter(({ purpose }) => purposes.includes(purpose)).map(ensure));
      serve(state);
    }
    releases.keepOnly(new Set(needed.map(({ id }) => id)));
    isFullyCopied = !mayRetry;
    unread = unreadNow;
    appliedState = state;
    listedReleases = new Set(releasesIn(state.registry).map(({ id }) => shortRelease(id)));
    if (hasStable) reader.remember();
  };

  const readAndApply = async (): Promise<void> => {
    try {
      const isDue = appliedState !== undefined && !isFullyCopied && performance.now() - triedAt > RETRY_MS;
      const state = await reader.read(isDue);
      if (state !== appliedState) await apply(state);
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

  const older = olderCopies({
    mirror,
    problems,
    retryMs: RETRY_MS,
    liveIn: async (state) => {
      // A read in progress may apply a newer state, whose copies must stay.
      while (refreshing) await refreshing;
      // The remembered state may be older than the copies on disk.
      return state === appliedState && state !== reader.remembered() ? live : undefined;
    },
  });

  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const scheduleNext = (): void => {
    if (stopped) return;
    if (appliedState) older.follow(appliedState);
    timer = setTimeout(() => void refreshNow().then(scheduleNext), intervalMs);
    timer.unref();
  };

  /** Another edge may have read the registry, and served a page of a new release, before this one. */
  const refresh = async (): Promise<void> => {
    if (performance.now() - refreshedAt > REFRESH_PAUSE_MS) await refreshNow();
  };
  /** When releases were last refused, by their ids: anyone may request their files, however often. */
  const refusedAt = new Map<string, number>();
  const fetchFolder = async (folder: string): Promise<void> => {
    await refresh();
    const release =
      appliedState &&
      releasesIn(appliedState.registry).find((listed) => folderKey(listed.remote, listed.folder) === folder);
    if (!release || mirror.has(folder)) return;
    if (performance.now() - (refusedAt.get(release.id) ?? -Infinity) < RETRY_MS) return;
    await mirror.ensure(release, appliedState!.teams).catch((error: unknown) => {
      if (error instanceof ReleaseRefused) refusedAt.set(release.id, performance.now());
    });
  };

  const hasCopy = ({ remote, id, row }: VisitorRelease): boolean => mirror.has(folderKey(remote, row.folder), id);

  await refreshNow();
  if (!appliedState) await apply(reader.remembered(), { isStoreAway: true });
  scheduleNext();

  return {
    live: (): LiveReleases => live,
    /** Returns the releases that visitors may have and that have a verified copy here, in the order of `visitorReleases`. */
    visitorReleases: (now: Date): readonly VisitorRelease[] =>
      visitorReleases(appliedState!.registry, now).filter(hasCopy),
    /**
     * Returns the releases that visitors may have and that have no verified copy here. An earlier one that is refused is
     * not missing: no edge would serve it.
     */
    missing: (now: Date): readonly VisitorRelease[] =>
      visitorReleases(appliedState!.registry, now).filter(
        (release) => !hasCopy(release) && (release.channel !== undefined || !mirror.isRefused(release.id)),
      ),
    /** For an address below /remotes/: reads the registry at once if it belongs to a release without a copy here. */
    ensure: (address: string): Promise<void> | undefined => {
      const [, folder] = /^\/(remotes\/[^/]+\/[^/]+\/)/.exec(address) ?? [];
      return folder === undefined || mirror.has(folder) ? undefined : fetchFolder(folder);
    },
    /** For the short ids of a visit's releases: reads the registry at once if one is unknown here. */
    ensureVisit: (pinned: readonly string[]): Promise<void> | undefined =>
      pinned.every((short) => listedReleases.has(short)) ? undefined : refresh(),
    /** Reads the registry, unless that was done a moment ago. */
    refresh,
    /** Calls `listener` whenever another release becomes stable here. */
    onChange: (listener: () => void): void => void listeners.push(listener),
    stop: async (): Promise<void> => {
      stopped = true;
      clearTimeout(timer);
      await Promise.all([refreshing, older.stop()]);
    },
  };
}

export type Follower = Awaited<ReturnType<typeof followReleases>>;

const stablesIn = ({ remotes }: LiveReleases): string =>
  remotes.map(({ entry, descriptor }) => descriptor && entry.entry).join(' ');
