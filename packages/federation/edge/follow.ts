import path from 'node:path';
import type { Logger } from 'pino';
import { shortRelease } from '../contract/visit.ts';
import { heldReleases, type HeldRelease } from '../registry/held-releases.ts';
import { folderKey } from '../registry/stored-release.ts';
import type { ReleaseStore } from '../store/store.ts';
import { knownReleases, persistentProblems } from './known-releases.ts';
import { liveReleases, neededIn, type LiveReleases, type NeededRelease, type Purpose } from './live.ts';
import { openMirror, type Wanted } from './mirror.ts';
import { registryReader, type StoreState } from './registry-reader.ts';

export interface ReleaseSource {
  readonly store: ReleaseStore;
  /** The edge's own folder: verified copies of releases in `remotes/`, and in `last-good/` what the store said last. */
  readonly dir: string;
  readonly logger: Pick<Logger, 'info' | 'error'>;
  /** Between two looks at the registry, in ms. */
  readonly everyMs?: number;
}

export interface Follower {
  live(): LiveReleases;
  /** The releases that visitors may have, as far as there is a verified copy here, in the order of `heldReleases`. */
  held(now: Date): readonly HeldRelease[];
  /** Those of which there is none. */
  missing(now: Date): readonly HeldRelease[];
  /** For an address below /remotes/: looks at the registry at once when it is of a release that was not brought yet. */
  ensure(address: string): Promise<void> | undefined;
  /** For the releases that a visit began with, by short names: looks at the registry at once when it names others. */
  ensureVisit(began: readonly string[]): Promise<void> | undefined;
  /** Looks at the registry unless that was done just now. */
  look(): Promise<void>;
  /** Calls `listener` whenever another release is stable here. */
  onChange(listener: () => void): void;
  stop(): Promise<void>;
}

const EVERY_MS = 500;

/** Between two attempts to read a release that could not be had, in ms. */
const RETRY_MS = 2000;

/** Between two looks that requests ask for, in ms: anybody may ask for files that are nowhere. */
const ASKED_MS = 100;

/** What visitors are given comes first, then what few ask for. */
const BATCHES: readonly (readonly Purpose[])[] = [
  ['stable', 'canary'],
  ['kept', 'preview'],
];

/**
 * Follows the registry of a store. A release goes live here once all of it is in this edge's folder and verified; until
 * then, and for as long as the store is away or damaged, what was live before goes on, also across a restart.
 */
export async function followReleases({ store, dir, logger, everyMs = EVERY_MS }: ReleaseSource): Promise<Follower> {
  const mirror = await openMirror(store, dir);
  const reader = registryReader(store, path.join(dir, 'last-good'));
  const problems = persistentProblems(logger);
  const releases = knownReleases(mirror, problems);
  let live: LiveReleases = { remotes: [], served: [] };
  let seen: StoreState | undefined;
  let names: ReadonlySet<string> = new Set();
  let isComplete = false;
  let triedAt = 0;
  let lookedAt = 0;
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
    const bring = async (one: NeededRelease): Promise<void> => {
      const result = await releases.bring(one, state.teams);
      if (result === 'known') return;
      if (one.purpose === 'stable') hasStable = false;
      if (result === 'missing' || BATCHES[0]?.includes(one.purpose)) mayRetry = true;
    };
    for (const purposes of BATCHES) {
      await Promise.all(needed.filter(({ purpose }) => purposes.includes(purpose)).map(bring));
      serve(state);
    }
    releases.keepOnly(new Set(needed.map(({ id }) => id)));
    isComplete = !mayRetry;
    seen = state;
    names = new Set(allIn(state).map(({ id }) => shortRelease(id)));
    if (hasStable) reader.remember();
  };

  const look = async (): Promise<void> => {
    try {
      const isDue = seen !== undefined && !isComplete && performance.now() - triedAt > RETRY_MS;
      const state = await reader.read(isDue);
      if (state !== seen) await apply(state);
      problems.over('store', 'the release store is back');
    } catch (error) {
      problems.tell('store', error, 'the release store cannot be used; what is live goes on');
    }
  };
  let looking: Promise<void> | undefined;
  const lookOnce = (): Promise<void> =>
    (looking ??= look().finally(() => {
      looking = undefined;
      lookedAt = performance.now();
    }));

  /** Also what is not live any more: an open page may still ask for its files, here as at every other edge. */
  const bringOlder = async (state: StoreState): Promise<void> => {
    const all = allIn(state);
    const needed = new Set(neededIn(state.registry, Date.now()).map(({ id }) => id));
    for (const wanted of all) {
      if (stopped) return;
      if (needed.has(wanted.id) || mirror.has(folderKey(wanted.remote, wanted.folder), wanted.id)) continue;
      await mirror
        .bring(wanted, state.teams)
        .catch((error: unknown) => problems.tell(wanted.id, error, 'an older release is not served'));
    }
    // The remembered state may be older than the copies on disk, so nothing is deleted by it.
    if (state === reader.remembered()) return;
    const kept = new Set(all.map(({ remote, folder }) => folderKey(remote, folder)));
    // What a newer state of the registry needs may be here already; its own turn comes.
    while (looking) await looking;
    if (seen !== state) return;
    for (const { entry } of live.remotes) kept.add(entry.entry.slice(1, -'remoteEntry.js'.length));
    await mirror.keepOnly(kept);
  };

  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let older: Promise<void> = Promise.resolve();
  let olderFor: StoreState | undefined;
  const next = (): void => {
    if (stopped) return;
    const state = seen;
    if (state && olderFor !== state) {
      olderFor = state;
      older = older.then(() => bringOlder(state)).catch(() => undefined);
    }
    timer = setTimeout(() => void lookOnce().then(next), everyMs);
    timer.unref();
  };

  /** Another edge may know a release, and have made a page of it, before this one does. */
  const lookAgain = async (): Promise<void> => {
    if (performance.now() - lookedAt > ASKED_MS) await lookOnce();
  };
  const lookFor = async (folder: string): Promise<void> => {
    await lookAgain();
    const wanted = seen && allIn(seen).find((one) => folderKey(one.remote, one.folder) === folder);
    if (wanted && !mirror.has(folder)) await mirror.bring(wanted, seen!.teams).catch(() => undefined);
  };

  const hasCopy = ({ remote, id, row }: HeldRelease): boolean => mirror.has(folderKey(remote, row.folder), id);

  await lookOnce();
  if (!seen) await apply(reader.remembered());
  next();

  return {
    live: () => live,
    held: (now) => heldReleases(seen!.registry, now).filter(hasCopy),
    missing: (now) => heldReleases(seen!.registry, now).filter((release) => !hasCopy(release)),
    ensure: (address) => {
      const [, folder] = /^\/(remotes\/[^/]+\/[^/]+\/)/.exec(address) ?? [];
      return folder === undefined || mirror.has(folder) ? undefined : lookFor(folder);
    },
    ensureVisit: (began) => (began.every((short) => names.has(short)) ? undefined : lookAgain()),
    look: lookAgain,
    onChange: (listener) => void listeners.push(listener),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await looking;
      await older;
    },
  };
}

const stablesIn = ({ remotes }: LiveReleases): string =>
  remotes.map(({ entry, descriptor }) => descriptor && entry.entry).join(' ');

/** Every release of the registry. */
const allIn = ({ registry }: Pick<StoreState, 'registry'>): readonly Wanted[] =>
  Object.entries(registry.remotes).flatMap(([remote, { releases }]) =>
    Object.entries(releases).map(([id, { folder }]) => ({ remote, id, folder })),
  );
