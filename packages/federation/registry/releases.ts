import { DAY_MS } from '@course/contracts';
import type { Registry, ReleaseRow } from '../contract/release.ts';
import type { OfferedContracts } from '../compat/read-contracts.ts';
import { requireNeeds } from '../compat/require-needs.ts';
import type { ReleaseStore } from '../store/store.ts';
import { Failure } from '../base/failure.ts';
import { readAudit } from './audit.ts';
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
import { pointChannel, type ChannelChange } from './point-channel.ts';
import { listRemotes, type LinkOf } from './listing.ts';
import { canaryOf, findRelease, readRegistry, remoteIn, stableOf } from './registry.ts';
import { isDevVersion } from './release.ts';
import { descriptorOf, liveDeclarations, otherCanaries, problemOf } from './stored-release.ts';
import { ReleaseKnown, type CanaryTarget, type OnlyCanary, type StoreReleases } from './team-actions.ts';
import {
  keepUpload,
  requireContract,
  requireOwnPaths,
  requireScreenPaths,
  takenIn,
  withUpload,
  type CheckNeeds,
} from './uploads.ts';

const requireFound = (current: Registry, remote: string, wanted: string): { id: string; row: ReleaseRow } => {
  const found = findRelease(current.remotes[remote], wanted);
  if (found) return found;
  throw new Failure(`${remote} ${wanted} was never published here. Type: remote list ${remote}`);
};

/** Throws unless the store holds the release as it was signed. */
const requireIntact = async (store: ReleaseStore, current: Registry, remote: string, id: string): Promise<void> => {
  const problem = await problemOf(store, current, { remote, id, teams: await readTeams(store) });
  if (problem)
    throw new Failure(`${remote} ${current.remotes[remote]?.releases[id]?.version} cannot go live: ${problem}`);
};

const requireCanaryOf = (current: Registry, remote: string, only: OnlyCanary | undefined): void => {
  if (only && canaryOf(current, remote)?.id !== only.release)
    throw new Failure(`${remote} ${only.release} is no longer the canary.`);
};

export interface StoreReleasesOptions {
  readonly now?: () => Date;
  readonly linkOf?: LinkOf;
  /** Asks the services what they offer. Without it the needs of releases are not checked. */
  readonly readContracts?: () => Promise<OfferedContracts>;
}

/** Returns the actions on a store. */
export const storeReleases = (
  store: ReleaseStore,
  { now = () => new Date(), linkOf = () => undefined, readContracts }: StoreReleasesOptions = {},
): StoreReleases => {
  /** Returns a check for one action, which asks the services only once however often the registry changes meanwhile. */
  const needsCheck = (): CheckNeeds => {
    let offered: OfferedContracts | undefined;
    return async (current, release) => {
      if (!readContracts || !release.flow) return [];
      offered ??= await readContracts();
      const live = await liveDeclarations(store, current);
      const canaries = await otherCanaries(store, current, release.name);
      return requireNeeds(release, { live, canaries }, offered);
    };
  };
  /**
   * Throws unless a stored release is no development build and fits the other live remotes, which may have changed since
   * it was uploaded. For use inside a change of the registry, so that no concurrent one is missed.
   */
  const requireFits = async (current: Registry, remote: string, id: string, checkNeeds: CheckNeeds): Promise<void> => {
    const { row } = requireFound(current, remote, id);
    if (isDevVersion(row.version))
      throw new Failure(`${remote} ${row.version} is a development build. Publish it under a version of its own.`);
    requireContract(remote, row);
    for (const descriptor of await descriptorOf(store, remote, { id, row })) {
      requireScreenPaths(descriptor);
      await requireOwnPaths(store, current, descriptor);
      await checkNeeds(current, descriptor);
    }
  };
  /** Returns a warning if a release that is rolled back to has a path that another remote has taken since. */
  const sharedPaths = async (current: Registry, remote: string, id: string): Promise<readonly string[]> => {
    try {
      const [descriptor] = await descriptorOf(store, remote, requireFound(current, remote, id));
      const taken = descriptor && (await takenIn(store, current, descriptor));
      if (!taken) return [];
      return [
        `${taken.path} now belongs to ${remote} and to ${taken.owner}. One of them must be published without it.`,
      ];
    } catch {
      // A roll-back must not depend on what other remotes have in the store.
      return [];
    }
  };
  const idOf = (current: Registry, remote: string, wanted: string): string => requireFound(current, remote, wanted).id;
  const toStable = (current: Registry, remote: string, id: string, at: Date): ChannelChange => {
    requireNoOtherCanary(current, remote, id);
    return { next: withStable(current, remote, id, at), release: id, before: stableOf(current, remote)?.id };
  };
  const toCanary = (
    current: Registry,
    remote: string,
    canary: CanaryTarget & { release: string },
    at: Date,
  ): ChannelChange => ({
    next: withCanary(current, remote, canary, at),
    release: canary.release,
    before: canaryOf(current, remote)?.id,
  });

  return {
    list: (only, { verify = true } = {}) => listRemotes(store, { only, linkOf, now: now(), verify }),
    publish: async (upload, by, canary) => {
      const { remote, release: id, version } = upload.release;
      const at = now();
      const to = (current: Registry): ChannelChange =>
        canary ? toCanary(current, remote, { ...canary, release: id }, at) : toStable(current, remote, id, at);
      const checkNeeds = needsCheck();
      const kept = await keepUpload(store, upload, { at, checkNeeds, checkChannel: to });
      const { descriptor, row, isKnown: wasKnown } = kept;
      // A pipeline sends the same build again if a change does not affect it, which must not undo a roll-back.
      if (wasKnown && row.withdrawn !== undefined)
        throw new Failure(
          `${remote} ${version} was withdrawn: ${row.withdrawn}. Publish another build, or make this one live again: remote promote ${remote} ${version}`,
        );
      if (wasKnown)
        throw new ReleaseKnown(
          `${remote} ${version} was uploaded before. To make it live again: remote promote ${remote} ${version}`,
        );
      const channel = canary ? 'canary' : 'stable';
      const what = canary ? 'canary' : 'publish';
      const { warnings = [], ...pointed } = await pointChannel(
        store,
        { what, channel, remote, by, at },
        async (current) => {
          await requireOwnPaths(store, current, descriptor);
          const needs = await checkNeeds(current, descriptor);
          return { ...to(withUpload(current, upload.release, row)), warnings: needs };
        },
      );
      return { ...pointed, warnings };
    },
    promote: async (remote, wanted, by, only) => {
      const current = await readRegistry(store);
      const target = wanted ?? canaryOf(current, remote)?.id;
      if (target === undefined) throw new Failure(`${remote} has no canary to promote. Name the version to make live.`);
      await requireIntact(store, current, remote, idOf(current, remote, target));
      const at = now();
      const checkNeeds = needsCheck();
      return pointChannel(store, { what: 'promote', channel: 'stable', remote, by, at }, async (latest) => {
        requireCanaryOf(latest, remote, only);
        const id = idOf(latest, remote, target);
        await requireFits(latest, remote, id, checkNeeds);
        return toStable(latest, remote, id, at);
      });
    },
    rollback: async (remote, wanted, by) => {
      const current = await readRegistry(store);
      const target = idOf(current, remote, wanted ?? beforeLive(current, remote));
      await requireIntact(store, current, remote, target);
      const at = now();
      return pointChannel(store, { what: 'rollback', channel: 'stable', remote, by, at }, async (latest) => {
        // The previous release may be another one by now.
        const { id: release, row } = requireFound(latest, remote, target);
        requireContract(remote, row);
        const warnings = await sharedPaths(latest, remote, release);
        const next = withRollback(latest, remote, release, { why: by.why, now: at });
        return { next, release, before: stableOf(latest, remote)?.id, warnings };
      });
    },
    canary: async (remote, wanted, target, by) => {
      const current = await readRegistry(store);
      await requireIntact(store, current, remote, idOf(current, remote, wanted));
      const at = now();
      const checkNeeds = needsCheck();
      return pointChannel(store, { what: 'canary', channel: 'canary', remote, by, at }, async (latest) => {
        const release = idOf(latest, remote, wanted);
        await requireFits(latest, remote, release, checkNeeds);
        return toCanary(latest, remote, { ...target, release }, at);
      });
    },
    abort: async (remote, by, only) => {
      const at = now();
      return pointChannel(store, { what: 'abort', channel: 'canary', remote, by, at }, (latest) => {
        requireCanaryOf(latest, remote, only);
        const next = withoutCanary(latest, remote, { why: by.why, now: at });
        const { release } = remoteIn(latest, remote).channels.canary!;
        return { next, release, before: release };
      });
    },
    preview: async (upload, { name, days }, by) => {
      const { remote, release } = upload.release;
      const at = now();
      const until = new Date(at.getTime() + days * DAY_MS);
      const checkChannel = (current: Registry): Registry =>
        withPreview(current, remote, { release, preview: name, until }, at);
      const { row, warnings } = await keepUpload(store, upload, { at, checkNeeds: needsCheck(), checkChannel });
      const pointed = await pointChannel(store, { what: 'preview', channel: 'preview', remote, by, at }, (current) => ({
        next: checkChannel(withUpload(current, upload.release, row)),
        release,
        before: previewIn(remoteIn(current, remote), name)?.release,
      }));
      return {
        ...pointed,
        warnings: [...warnings, ...(pointed.warnings ?? [])],
        name,
        until: until.toISOString(),
        link: linkOf({ remote, name, until }) ?? null,
      };
    },
    endPreview: async (remote, name, by) => {
      const at = now();
      return pointChannel(store, { what: 'end-preview', channel: 'preview', remote, by, at }, (latest) => {
        const next = withoutPreview(latest, remote, name, at);
        const { release } = previewIn(remoteIn(latest, remote), name)!;
        return { next, release, before: release };
      });
    },
    audit: async (remote) => readAudit(store, await readRegistry(store), { remote, skipDamaged: true }),
  };
};
