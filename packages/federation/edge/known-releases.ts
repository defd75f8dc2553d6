import type { Logger } from 'pino';
import type { Teams } from '../contract/release.ts';
import { ReleaseRefused } from '../registry/release.ts';
import { folderKey } from '../registry/stored-release.ts';
import { entryOf, type KnownRemote, type NeededRelease, type Purpose } from './live.ts';
import type { Mirror } from './mirror.ts';

/** The releases that pages may be made of, verified and described. */
export interface KnownReleases {
  /**
   * Brings a release here unless it is, and logs once why it cannot be served. Resolves to `refused` when trying again
   * is of no use, and to `missing` when it may be.
   */
  bring(needed: NeededRelease, teams: Teams): Promise<'known' | 'refused' | 'missing'>;
  known(id: string): KnownRemote | undefined;
  /** What `stable` of this remote was when it could last be had. */
  lastGood(remote: string): KnownRemote | undefined;
  /** Forgets the descriptions of all others. */
  keepOnly(ids: ReadonlySet<string>): void;
}

/** Logs once what stays wrong, and that it is over. */
export const persistentProblems = (logger: Pick<Logger, 'info' | 'error'>) => {
  const told = new Map<string, string>();
  return {
    tell: (about: string, error: unknown, what: string): void => {
      const reason = error instanceof Error ? error.message : String(error);
      if (told.get(about) === reason) return;
      told.set(about, reason);
      logger.error({ about, reason, ...(error instanceof ReleaseRefused && { code: error.reason }) }, what);
    },
    over: (about: string, what: string): void => void (told.delete(about) && logger.info({ about }, what)),
  };
};

export type Problems = ReturnType<typeof persistentProblems>;

const INSTEAD: Readonly<Record<Purpose, string>> = {
  stable: 'is not served; the last good one goes on',
  canary: 'is no canary here; what is stable goes on',
  preview: 'is not shown to those who have its link',
  kept: 'is not kept for visits that began with it',
};

export const knownReleases = (mirror: Mirror, { tell, over }: Problems): KnownReleases => {
  const known = new Map<string, KnownRemote>();
  const lastGood = new Map<string, KnownRemote>();

  return {
    bring: async (needed, teams) => {
      const { remote, id, folder, version, purpose } = needed;
      const about = purpose === 'stable' ? remote : `${remote} ${purpose} ${id}`;
      try {
        let found = known.get(id);
        if (!found || !mirror.has(folderKey(remote, folder), id)) {
          const { descriptor, release } = await mirror.bring(needed, teams);
          found = { name: remote, entry: entryOf(needed, descriptor), descriptor, files: release.files, release: id };
          known.set(id, found);
        }
        if (purpose === 'stable') lastGood.set(remote, found);
        over(about, 'the release is served now');
        return 'known';
      } catch (error) {
        known.delete(id);
        tell(about, error, `release ${version} ${INSTEAD[purpose]}`);
        return error instanceof ReleaseRefused ? 'refused' : 'missing';
      }
    },
    known: (id) => known.get(id),
    lastGood: (remote) => lastGood.get(remote),
    keepOnly: (ids) => {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    },
  };
};
