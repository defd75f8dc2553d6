import { remoteName } from '../contract/descriptor.ts';
import type { AuditEntry, Registry, Release, ReleaseRow } from '../contract/release.ts';
import type { ReleaseStore } from '../store/store.ts';
import { auditLine, readAudit, type Actor } from './audit.ts';
import { Failure } from './failure.ts';
import { readTeams } from './keys.ts';
import { isKnown, requireContract, requireOwnPaths } from './publish-rules.ts';
import {
  changeRegistry,
  expiredIn,
  findRelease,
  readRegistry,
  rowOf,
  stableOf,
  withoutReleases,
  withPrevious,
  withRelease,
  withStable,
} from './registry.ts';
import { requireSigned, verifyFiles, type Files } from './release.ts';
import { problemOf, putRelease, removeRelease } from './stored-release.ts';

/** A build on its way into the store. */
export interface Upload {
  readonly release: Release;
  readonly files: Files;
}

/** What a channel points to. */
export interface Pointed {
  readonly release: string;
  readonly version: string;
}

export interface ListedRelease extends ReleaseRow {
  readonly release: string;
}

/** What the registry says of one remote. */
export interface ListedRemote {
  readonly name: string;
  readonly stable: (Pointed & { readonly contract: number }) | null;
  /** Why edges do not serve what `stable` points to; null when they do. */
  readonly problem: string | null;
  /** What `stable` can be rolled back to, the latest first. */
  readonly previous: readonly Pointed[];
  readonly releases: readonly ListedRelease[];
}

/** All that teams do with releases. Every method rejects with a `Failure` of one sentence when it is refused. */
export interface Releases {
  list(remote?: string): Promise<readonly ListedRemote[]>;
  /** Keeps a build and makes it live. Rejects with `ReleaseKnown` when it was uploaded before. */
  publish(upload: Upload, by: Actor): Promise<Pointed>;
  /** Makes a release live that was uploaded before, named by its release or its version. */
  promote(remote: string, wanted: string, by: Actor): Promise<Pointed>;
  /** Makes the release before the live one live again, or the named one. */
  rollback(remote: string, wanted: string | undefined, by: Actor): Promise<Pointed>;
  audit(remote?: string): Promise<readonly AuditEntry[]>;
}

/** The same release was uploaded before. Uploading it again changes nothing; promoting it may. */
export class ReleaseKnown extends Failure {}

/** A remote's name as typed by a person. */
export const requireName = (name: string | undefined): string => {
  const parsed = remoteName.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new Failure('Name a remote, such as mf-quiz.');
};

const requireFound = (current: Registry, remote: string, wanted: string): { id: string; row: ReleaseRow } => {
  const found = findRelease(current.remotes[remote], wanted);
  if (found) return found;
  throw new Failure(`${remote} ${wanted} was never published here. Type: npm run remote -- list ${remote}`);
};

const pointedAt = (current: Registry, remote: string): Pointed => {
  const live = stableOf(current, remote);
  if (!live) throw new Failure(`${remote} is not in the registry.`);
  return { release: live.id, version: live.row.version };
};

/** Throws unless the store holds the release as it was signed. */
const requireGood = async (store: ReleaseStore, current: Registry, remote: string, id: string): Promise<void> => {
  const problem = await problemOf(store, current, { remote, id, teams: await readTeams(store) });
  if (problem)
    throw new Failure(`${remote} ${current.remotes[remote]?.releases[id]?.version} cannot go live: ${problem}`);
};

/** Points `stable` elsewhere, notes who did it, and deletes what has been out of use for long. */
export const pointStable = async (
  store: ReleaseStore,
  {
    what,
    remote,
    by,
    at,
  }: { readonly what: AuditEntry['what']; readonly remote: string; readonly by: Actor; readonly at: Date },
  change: (current: Registry) => Registry,
): Promise<Pointed> => {
  let expired: readonly ReleaseRow[] = [];
  const changed = await changeRegistry(store, (current) => {
    const before = stableOf(current, remote)?.id ?? null;
    const next = change(current);
    const live = pointedAt(next, remote);
    const old = expiredIn(next, remote, at);
    expired = old.map(([, row]) => row);
    if (live.release === before && next === current) return undefined;
    return {
      registry: withoutReleases(next, remote, new Set(old.map(([id]) => id))),
      entry: auditLine(by, { what, remote, before, ...live }, at),
    };
  });
  for (const { folder } of expired) await removeRelease(store, remote, folder);
  return pointedAt(changed, remote);
};

const listed = async (store: ReleaseStore, only: string | undefined): Promise<readonly ListedRemote[]> => {
  const [current, teams] = [await readRegistry(store), await readTeams(store)];
  const names = Object.keys(current.remotes).filter((name) => only === undefined || name === only);
  return Promise.all(
    names.sort().map(async (name): Promise<ListedRemote> => {
      const { previous, releases } = current.remotes[name]!;
      const live = stableOf(current, name);
      const problem = live && (await problemOf(store, current, { remote: name, id: live.id, teams }));
      return {
        name,
        stable: live ? { release: live.id, version: live.row.version, contract: live.row.contract } : null,
        problem: problem ?? null,
        previous: previous.flatMap((id) => (releases[id] ? [{ release: id, version: releases[id].version }] : [])),
        releases: Object.entries(releases).map(([release, row]) => ({ release, ...row })),
      };
    }),
  );
};

/** The actions on a store itself. */
export const storeReleases = (store: ReleaseStore, now = (): Date => new Date()): Releases => ({
  list: (only) => listed(store, only),
  publish: async ({ release, files }, by) => {
    const { remote, release: id, version, commit } = release;
    requireSigned(release, remote, await readTeams(store));
    const descriptor = verifyFiles(release, files);
    requireContract(descriptor);
    const current = await readRegistry(store);
    if (isKnown(current, release))
      throw new ReleaseKnown(
        `${remote} ${version} was uploaded before. To make it live again: npm run remote -- promote ${remote} ${version}`,
      );
    await requireOwnPaths(store, current, descriptor);
    await putRelease(store, id, { release, files });
    const at = now();
    return pointStable(store, { what: 'publish', remote, by, at }, (present) => {
      isKnown(present, release);
      const row = rowOf(descriptor, { folder: id, commit, at: at.toISOString() });
      return withStable(withRelease(present, remote, id, row), remote, id, at);
    });
  },
  promote: async (remote, wanted, by) => {
    const current = await readRegistry(store);
    await requireGood(store, current, remote, requireFound(current, remote, wanted).id);
    const at = now();
    return pointStable(store, { what: 'promote', remote, by, at }, (present) =>
      withStable(present, remote, requireFound(present, remote, wanted).id, at),
    );
  },
  rollback: async (remote, wanted, by) => {
    const current = await readRegistry(store);
    const target =
      wanted === undefined ? current.remotes[remote]?.previous[0] : requireFound(current, remote, wanted).id;
    if (target !== undefined) await requireGood(store, current, remote, target);
    const at = now();
    return pointStable(store, { what: 'rollback', remote, by, at }, (present) =>
      wanted === undefined
        ? withPrevious(present, remote, at)
        : withStable(present, remote, requireFound(present, remote, wanted).id, at),
    );
  },
  audit: async (remote) => readAudit(store, await readRegistry(store), remote === undefined ? {} : { remote }),
});
