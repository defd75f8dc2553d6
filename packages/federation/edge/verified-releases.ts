import type { Teams } from '../contract/release.ts';
import { ReleaseRefused } from '../registry/release.ts';
import { folderKey } from '../registry/stored-release.ts';
import { entryOf, type PageRemote, type NeededRelease, type Purpose } from './live.ts';
import type { Mirror } from './mirror.ts';
import type { Problems } from './problems.ts';

const CONSEQUENCES: Readonly<Record<Purpose, string>> = {
  stable: 'is not served; the last good release is, if there is one',
  canary: 'is not served as a canary; stable is served instead',
  preview: 'is not shown by its link',
  kept: 'is not kept for visits that began with it',
  fallback: 'cannot stand in for the live one either',
};

/** Returns a collection of the releases that pages may use, verified and with their descriptors. */
export const verifiedReleases = (mirror: Mirror, problems: Problems) => {
  const verified = new Map<string, PageRemote>();
  const lastGood = new Map<string, PageRemote>();

  return {
    /**
     * Copies and verifies a release unless that was done, and logs once why it cannot be served. Resolves to `missing` if
     * it could not be read from the store, to `refused` if it must not be served as it is there, and to `unreadable` if
     * it could not be served even after a repair of the store.
     */
    ensure: async (needed: NeededRelease, teams: Teams): Promise<'verified' | 'missing' | 'refused' | 'unreadable'> => {
      const { remote, id, folder, version, purpose } = needed;
      const about = purpose === 'stable' ? remote : `${remote} ${purpose} ${id}`;
      try {
        let found = verified.get(id);
        if (!found || !mirror.has(folderKey(remote, folder), id)) {
          const { descriptor, release } = await mirror.ensure(needed, teams);
          found = { name: remote, entry: entryOf(needed, descriptor), descriptor, files: release.files, release: id };
          verified.set(id, found);
        }
        if (purpose === 'stable' || purpose === 'fallback') lastGood.set(remote, found);
        problems.resolve(about, 'the release is served now');
        return 'verified';
      } catch (error) {
        verified.delete(id);
        problems.report(about, error, `release ${version} ${CONSEQUENCES[purpose]}`);
        if (!(error instanceof ReleaseRefused)) return 'missing';
        return error.reason === 'unreadable' ? 'unreadable' : 'refused';
      }
    },
    get: (id: string): PageRemote | undefined => verified.get(id),
    /** Returns the remote's last good release: its latest `stable` that was available, or the fallback for it. */
    lastGood: (remote: string): PageRemote | undefined => lastGood.get(remote),
    /** Forgets all other releases. */
    keepOnly: (ids: ReadonlySet<string>): void => {
      for (const id of verified.keys()) if (!ids.has(id)) verified.delete(id);
    },
  };
};
