import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { RemoteDescriptor, RemoteEntry } from '../contract/descriptor.ts';
import type { Registry, Release, ServedRegistry, Teams } from '../contract/release.ts';
import { writeAtomically } from '../registry/files.ts';
import { parseTeams, TEAMS_KEY } from '../registry/keys.ts';
import { parseRegistry, REGISTRY_KEY, stableOf } from '../registry/registry.ts';
import { ReleaseRefused } from '../registry/release.ts';
import { folderKey } from '../registry/stored-release.ts';
import type { ReleaseStore } from '../store/store.ts';
import { mirrorOf, type Wanted } from './mirror.ts';

/** A remote as the edge knows it. Descriptor and files are missing while no release of it could be had. */
export interface KnownRemote {
  readonly name: string;
  /** Name of its release. */
  readonly release?: string;
  readonly entry: RemoteEntry;
  readonly descriptor: RemoteDescriptor | undefined;
  readonly files?: Release['files'];
}

export interface ReleaseSource {
  readonly store: ReleaseStore;
  /** The edge's own folder: verified copies of releases in `remotes/`, and in `registry.json` what it serves. */
  readonly dir: string;
  readonly logger: FastifyBaseLogger;
  /** Between two looks at the registry, in ms. */
  readonly everyMs?: number;
}

/** What is live, as this edge serves it. */
export interface LiveRemotes {
  readonly remotes: readonly KnownRemote[];
  /** Changes with what is live. */
  readonly stamp: string;
}

/** A release that was live, or is a canary, of which this edge has a verified copy. */
export interface EarlierRelease {
  readonly remote: string;
  /** Its name. */
  readonly release: string;
  readonly version: string;
  /** Absolute. */
  readonly folder: string;
  /** When it ceased to be live, in ms since 1970; now for a canary. */
  readonly endedAt: number;
}

export interface Follower {
  live(): LiveRemotes;
  earlier(): readonly EarlierRelease[];
  /** For an address below /remotes/: looks at the registry at once when it is of a release that was not brought yet. */
  ensure(address: string): Promise<void> | undefined;
  stop(): Promise<void>;
}

const EVERY_MS = 500;

/** Between two attempts to read a release that could not be had, in ms. */
const RETRY_MS = 2000;

/** Between two looks that requests ask for, in ms: anybody may ask for files that are nowhere. */
const ASKED_MS = 100;

const entryOf = ({ remote, folder }: Wanted, { version, contract }: Omit<RemoteEntry, 'entry'>): RemoteEntry => ({
  entry: `/${folderKey(remote, folder)}remoteEntry.js`,
  version,
  contract,
});

interface Objects {
  readonly registry: Buffer | undefined;
  readonly teams: Buffer | undefined;
}

/**
 * Follows the registry of a store. A release goes live here once all of it is in this edge's folder and verified; until
 * then, and for as long as the store is away or damaged, what was live before goes on, also across a restart.
 */
export async function followReleases({ store, dir, logger, everyMs = EVERY_MS }: ReleaseSource): Promise<Follower> {
  const mirror = mirrorOf(store, dir);
  const tags = new Map<string, string>();
  const bodies = new Map<string, Buffer>();
  const lastGood = new Map<string, KnownRemote>();
  const told = new Map<string, string>();
  let live: LiveRemotes = { remotes: [], stamp: '' };
  let seen: Objects | undefined;
  let complete = false;
  let triedAt = 0;
  let lookedAt = 0;

  /** Logs once what stays wrong, and that it is over. */
  const tell = (about: string, error: unknown, what: string): void => {
    const reason = error instanceof Error ? error.message : String(error);
    if (told.get(about) === reason) return;
    told.set(about, reason);
    logger.error({ about, reason, ...(error instanceof ReleaseRefused && { code: error.reason }) }, what);
  };
  const over = (about: string, what: string): void => void (told.delete(about) && logger.info({ about }, what));

  const readLatest = async (key: string): Promise<Buffer | undefined> => {
    const found = await store.read(key, tags.get(key));
    if (found === 'unchanged') return bodies.get(key);
    if (!found) {
      // An object that was there is not deleted by anybody: the store is not what it was.
      if (bodies.has(key)) throw new Error(`${key} is gone from the store.`);
      return undefined;
    }
    tags.set(key, found.tag);
    bodies.set(key, found.body);
    return found.body;
  };

  const bring = async (name: string, registry: Registry, teams: Teams): Promise<KnownRemote | undefined> => {
    const stable = stableOf(registry, name);
    if (!stable) return undefined;
    const wanted = { remote: name, id: stable.id, folder: stable.row.folder };
    const last = lastGood.get(name);
    if (
      last?.entry.entry === entryOf(wanted, stable.row).entry &&
      mirror.has(folderKey(name, wanted.folder), wanted.id)
    )
      return last;
    try {
      const { descriptor, release } = await mirror.bring(wanted, teams);
      const good = { name, release: wanted.id, entry: entryOf(wanted, descriptor), descriptor, files: release.files };
      lastGood.set(name, good);
      over(name, 'the release is served now');
      return good;
    } catch (error) {
      complete = false;
      tell(name, error, `release ${stable.row.version} is not served; the last good one goes on`);
      return last ?? { name, entry: entryOf(wanted, stable.row), descriptor: undefined };
    }
  };

  const publishState = (remotes: readonly KnownRemote[]): void => {
    const stamp = remotes.map(({ entry, descriptor }) => `${entry.entry} ${descriptor ? 1 : 0}`).join();
    if (stamp === live.stamp) return;
    live = { remotes, stamp };
    const served: ServedRegistry = {
      remotes: Object.fromEntries(
        remotes.filter(({ descriptor }) => descriptor).map(({ name, entry }) => [name, { ...entry, previous: [] }]),
      ),
    };
    writeAtomically(path.join(dir, 'registry.json'), `${JSON.stringify(served, null, 2)}\n`);
  };

  const apply = async ({ registry: registryBody, teams: teamsBody }: Objects): Promise<void> => {
    const [registry, teams] = [parseRegistry(registryBody), parseTeams(teamsBody)];
    complete = true;
    triedAt = performance.now();
    const names = Object.keys(registry.remotes);
    const remotes = await Promise.all(names.map((name) => bring(name, registry, teams)));
    publishState(remotes.filter((remote) => remote !== undefined));
    seen = { registry: registryBody, teams: teamsBody };
    if (complete) remember(seen);
  };

  /** What a restart begins with while the store is away. */
  const remember = ({ registry, teams }: Objects): void => {
    if (registry) writeAtomically(path.join(dir, 'last-good', REGISTRY_KEY), registry.toString());
    if (teams) writeAtomically(path.join(dir, 'last-good', TEAMS_KEY), teams.toString());
  };
  const remembered = (): Objects => {
    const read = (key: string): Buffer | undefined => {
      try {
        return readFileSync(path.join(dir, 'last-good', key));
      } catch {
        return undefined;
      }
    };
    return { registry: read(REGISTRY_KEY), teams: read(TEAMS_KEY) };
  };

  const look = async (): Promise<void> => {
    try {
      const registry = await readLatest(REGISTRY_KEY);
      const isNew = !seen || seen.registry !== registry;
      // Keys matter when there is something to verify.
      if (isNew || (!complete && performance.now() - triedAt > RETRY_MS))
        await apply({ registry, teams: await readLatest(TEAMS_KEY) });
      over('store', 'the release store is back');
    } catch (error) {
      tell('store', error, 'the release store cannot be used; what is live goes on');
    }
  };
  let looking: Promise<void> | undefined;
  const lookOnce = (): Promise<void> =>
    (looking ??= look().finally(() => {
      looking = undefined;
      lookedAt = performance.now();
    }));

  const everything = (): { listed: readonly (Wanted & { isLive: boolean })[]; teams: Teams } => {
    const { remotes } = parseRegistry(seen?.registry);
    const listed = Object.entries(remotes).flatMap(([remote, { channels, releases }]) =>
      Object.entries(releases).map(([id, { folder }]) => ({ remote, id, folder, isLive: channels.stable === id })),
    );
    return { listed, teams: parseTeams(seen?.teams) };
  };

  /** Also what is not live any more: an open page may still ask for its files, here as at every other edge. */
  const bringOlder = async (): Promise<void> => {
    const { listed, teams } = everything();
    for (const wanted of listed) {
      if (stopped) return;
      if (mirror.has(folderKey(wanted.remote, wanted.folder), wanted.id) || wanted.isLive) continue;
      await mirror
        .bring(wanted, teams)
        .catch((error: unknown) => tell(wanted.id, error, 'an older release is not served'));
    }
    const kept = new Set(listed.map(({ remote, folder }) => folderKey(remote, folder)));
    for (const { entry } of lastGood.values()) kept.add(entry.entry.slice(1, -'remoteEntry.js'.length));
    await mirror.keepOnly(kept);
  };

  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let older: Promise<void> = Promise.resolve();
  let olderFor: Objects | undefined;
  const next = (): void => {
    if (stopped) return;
    if (seen && olderFor !== seen) {
      olderFor = seen;
      older = older.then(bringOlder).catch(() => undefined);
    }
    timer = setTimeout(() => void lookOnce().then(next), everyMs);
    timer.unref();
  };

  /** Another edge may know a release, and have made a page of it, before this one does. */
  const lookFor = async (folder: string): Promise<void> => {
    if (performance.now() - lookedAt > ASKED_MS) await lookOnce();
    const { listed, teams } = everything();
    const wanted = listed.find((one) => folderKey(one.remote, one.folder) === folder);
    if (wanted && !mirror.has(folder)) await mirror.bring(wanted, teams).catch(() => undefined);
  };

  const former = remembered();
  if (former.registry) bodies.set(REGISTRY_KEY, former.registry);
  if (former.teams) bodies.set(TEAMS_KEY, former.teams);
  await lookOnce();
  if (!seen) await apply(former);
  next();

  return {
    live: () => live,
    earlier: () =>
      Object.entries(parseRegistry(seen?.registry).remotes).flatMap(([remote, { channels, releases }]) =>
        Object.entries(releases).flatMap(([release, { version, folder, retiredAt }]) => {
          const endedAt = channels.canary?.release === release ? Date.now() : Date.parse(retiredAt ?? '');
          return !Number.isNaN(endedAt) && mirror.has(folderKey(remote, folder))
            ? [{ remote, release, version, folder: path.join(dir, folderKey(remote, folder)), endedAt }]
            : [];
        }),
      ),
    ensure: (address) => {
      const [, folder] = /^\/(remotes\/[^/]+\/[^/]+\/)/.exec(address) ?? [];
      return folder === undefined || mirror.has(folder) ? undefined : lookFor(folder);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await looking;
      await older;
    },
  };
}
