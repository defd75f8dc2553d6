import { remoteName } from '../contract/descriptor.ts';
import type { Pointed } from '../contract/listing.ts';
import type { AuditEntry, Registry, ReleaseRow } from '../contract/release.ts';
import type { OfferedContracts } from '../compat/read-contracts.ts';
import { requireNeeds } from '../compat/require-needs.ts';
import type { ReleaseStore } from '../store/store.ts';
import { Failure } from '../base/failure.ts';
import { auditLine, readAudit, type Actor } from './audit.ts';
import {
  beforeLive,
  previewIn,
  requireNoOtherCanary,
  withCanary,
  withoutCanary,
  withoutPreview,
  withPreview,
  withRollback,
  withStable,
} from './channels.ts';
import { readTeams } from './keys.ts';
import { listRemotes, type LinkOf } from './listing.ts';
import {
  canaryOf,
  changeRegistry,
  expiredIn,
  findRelease,
  readRegistry,
  remoteIn,
  stableOf,
  withoutReleases,
} from './registry.ts';
import { descriptorOf, liveDeclarations, problemOf, removeRelease } from './stored-release.ts';
import { ReleaseKnown, type CanaryTarget, type OnlyCanary, type Releases } from './team-actions.ts';
import { keepUpload, requireOwnPaths, withUpload, type CheckNeeds } from './uploads.ts';

export type { LinkOf } from './listing.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

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

/** Throws unless the store holds the release as it was signed. */
const requireGood = async (store: ReleaseStore, current: Registry, remote: string, id: string): Promise<void> => {
  const problem = await problemOf(store, current, { remote, id, teams: await readTeams(store) });
  if (problem)
    throw new Failure(`${remote} ${current.remotes[remote]?.releases[id]?.version} cannot go live: ${problem}`);
};

interface Action extends Pick<AuditEntry, 'what' | 'remote'> {
  readonly channel: 'stable' | 'canary' | 'preview';
  readonly by: Actor;
  readonly at: Date;
}

/** What an action makes of the registry, and which release it is about. */
interface Moved {
  readonly next: Registry;
  readonly release: string;
  /** What the channel pointed to. */
  readonly before: string | undefined;
}

/** Points a channel elsewhere, notes who did it, and deletes what has been out of use for long. */
const pointChannel = async (
  store: ReleaseStore,
  { remote, by, at, ...action }: Action,
  change: (current: Registry) => Moved,
): Promise<Pointed> => {
  let expired: readonly ReleaseRow[] = [];
  let pointed: Pointed | undefined;
  await changeRegistry(store, (current) => {
    const { next, release, before } = change(current);
    pointed = { release, version: next.remotes[remote]?.releases[release]?.version ?? release };
    const old = expiredIn(next, remote, at);
    expired = old.map(([, row]) => row);
    if (next === current) return undefined;
    return {
      registry: withoutReleases(next, remote, new Set(old.map(([id]) => id))),
      entry: auditLine(by, { ...action, remote, before: before ?? null, ...pointed }, at),
    };
  });
  for (const { folder } of expired) await removeRelease(store, remote, folder);
  return pointed!;
};

const requireCanaryOf = (current: Registry, remote: string, only: OnlyCanary | undefined): void => {
  if (only && canaryOf(current, remote)?.id !== only.release)
    throw new Failure(`${remote} ${only.release} is not the canary any more.`);
};

export interface StoreReleasesOptions {
  readonly now?: () => Date;
  readonly linkOf?: LinkOf;
  /** Asks the services what they offer. Without it the needs of releases are not checked. */
  readonly readContracts?: () => Promise<OfferedContracts>;
}

/** The actions on a store itself. */
export const storeReleases = (
  store: ReleaseStore,
  { now = () => new Date(), linkOf = () => undefined, readContracts }: StoreReleasesOptions = {},
): Releases => {
  const checkNeeds: CheckNeeds = async (current, release) =>
    readContracts && release.flow
      ? requireNeeds(release, await liveDeclarations(store, current), await readContracts())
      : [];
  /** Throws unless a release that is here can be given to visitors. */
  const requireFit = async (current: Registry, remote: string, id: string): Promise<void> => {
    await requireGood(store, current, remote, id);
    const row = current.remotes[remote]?.releases[id];
    for (const descriptor of await descriptorOf(store, remote, row && { id, row })) {
      // Since it was uploaded another remote may have taken a path of it.
      await requireOwnPaths(store, current, descriptor);
      await checkNeeds(current, descriptor);
    }
  };
  const idOf = (current: Registry, remote: string, wanted: string): string => requireFound(current, remote, wanted).id;
  const toStable = (current: Registry, remote: string, id: string, at: Date): Moved => {
    requireNoOtherCanary(current, remote, id);
    return { next: withStable(current, remote, id, at), release: id, before: stableOf(current, remote)?.id };
  };
  const toCanary = (
    current: Registry,
    remote: string,
    canary: CanaryTarget & { release: string },
    at: Date,
  ): Moved => ({
    next: withCanary(current, remote, canary, at),
    release: canary.release,
    before: canaryOf(current, remote)?.id,
  });

  return {
    list: (only) => listRemotes(store, { only, linkOf, now: now() }),
    publish: async (upload, by, canary) => {
      const { remote, release: id, version } = upload.release;
      const at = now();
      // Before files are kept that nothing would point to.
      if (!canary) requireNoOtherCanary(await readRegistry(store), remote, id);
      else withCanary(await readRegistry(store), remote, { ...canary, release: id }, at);
      const { row, isKnown: wasKnown, warnings } = await keepUpload(store, upload, { at, checkNeeds });
      // A pipeline sends a build again whenever a change leaves it as it is: that undoes no roll-back.
      if (wasKnown && row.withdrawn !== undefined)
        throw new Failure(
          `${remote} ${version} was taken from visitors: ${row.withdrawn}. Publish another build, or give them this one again: npm run remote -- promote ${remote} ${version}`,
        );
      if (wasKnown)
        throw new ReleaseKnown(
          `${remote} ${version} was uploaded before. To make it live again: npm run remote -- promote ${remote} ${version}`,
        );
      const channel = canary ? 'canary' : 'stable';
      const what = canary ? 'canary' : 'publish';
      const pointed = await pointChannel(store, { what, channel, remote, by, at }, (current) => {
        const known = withUpload(current, upload.release, row);
        return canary ? toCanary(known, remote, { ...canary, release: id }, at) : toStable(known, remote, id, at);
      });
      return { ...pointed, warnings: [...warnings] };
    },
    promote: async (remote, wanted, by, only) => {
      const current = await readRegistry(store);
      const target = wanted ?? canaryOf(current, remote)?.id;
      if (target === undefined) throw new Failure(`${remote} has no canary to promote. Name the version to make live.`);
      await requireFit(current, remote, idOf(current, remote, target));
      const at = now();
      return pointChannel(store, { what: 'promote', channel: 'stable', remote, by, at }, (present) => {
        requireCanaryOf(present, remote, only);
        return toStable(present, remote, idOf(present, remote, target), at);
      });
    },
    rollback: async (remote, wanted, by) => {
      const current = await readRegistry(store);
      const target = idOf(current, remote, wanted ?? beforeLive(current, remote));
      await requireGood(store, current, remote, target);
      const at = now();
      return pointChannel(store, { what: 'rollback', channel: 'stable', remote, by, at }, (present) => {
        // By now another release may be the one before.
        const release = idOf(present, remote, target);
        const next = withRollback(present, remote, release, { why: by.why, now: at });
        return { next, release, before: stableOf(present, remote)?.id };
      });
    },
    canary: async (remote, wanted, target, by) => {
      const current = await readRegistry(store);
      await requireFit(current, remote, idOf(current, remote, wanted));
      const at = now();
      return pointChannel(store, { what: 'canary', channel: 'canary', remote, by, at }, (present) =>
        toCanary(present, remote, { ...target, release: idOf(present, remote, wanted) }, at),
      );
    },
    abort: async (remote, by, only) => {
      const at = now();
      return pointChannel(store, { what: 'abort', channel: 'canary', remote, by, at }, (present) => {
        requireCanaryOf(present, remote, only);
        const next = withoutCanary(present, remote, { why: by.why, now: at });
        const { release } = remoteIn(present, remote).channels.canary!;
        return { next, release, before: release };
      });
    },
    preview: async (upload, { name, days }, by) => {
      const { remote, release } = upload.release;
      const at = now();
      const { row, warnings } = await keepUpload(store, upload, { at, checkNeeds });
      const until = new Date(at.getTime() + days * DAY_MS);
      const pointed = await pointChannel(store, { what: 'preview', channel: 'preview', remote, by, at }, (current) => ({
        next: withPreview(withUpload(current, upload.release, row), remote, { release, preview: name, until }, at),
        release,
        before: previewIn(remoteIn(current, remote), name)?.release,
      }));
      return {
        ...pointed,
        warnings: [...warnings],
        name,
        until: until.toISOString(),
        link: linkOf({ remote, name, until }) ?? null,
      };
    },
    endPreview: async (remote, name, by) => {
      const at = now();
      return pointChannel(store, { what: 'end-preview', channel: 'preview', remote, by, at }, (present) => {
        const next = withoutPreview(present, remote, name, at);
        const { release } = previewIn(remoteIn(present, remote), name)!;
        return { next, release, before: release };
      });
    },
    audit: async (remote) => readAudit(store, await readRegistry(store), remote === undefined ? {} : { remote }),
  };
};
