import type { Logger } from 'pino';
import { messageOf } from '../base/failure.ts';
import type { Teams } from '../contract/release.ts';
import { ReleaseRefused } from '../registry/release.ts';
import { folderKey } from '../registry/stored-release.ts';
import { entryOf, type PageRemote, type NeededRelease, type Purpose } from './live.ts';
import type { Mirror } from './mirror.ts';

/** The releases that pages may use, verified and with their descriptors. */
export interface VerifiedReleases {
  /**
   * Copies and verifies a release unless that was done, and logs once why it cannot be served. Resolves to `refused` if
   * a retry is useless, and to `missing` if it may help.
   */
  ensure(needed: NeededRelease, teams: Teams): Promise<'verified' | 'refused' | 'missing'>;
  get(id: string): PageRemote | undefined;
  /** Returns the last `stable` release of this remote that was available. */
  lastGood(remote: string): PageRemote | undefined;
  /** Forgets all other releases. */
  keepOnly(ids: ReadonlySet<string>): void;
}

/** Logs a persistent problem once, and its end. */
export const persistentProblems = (logger: Pick<Logger, 'info' | 'error'>) => {
  const reported = new Map<string, string>();
  return {
    report: (about: string, error: unknown, what: string): void => {
      const reason = messageOf(error);
      if (reported.get(about) === reason) return;
      reported.set(about, reason);
      logger.error({ about, reason, ...(error instanceof ReleaseRefused && { code: error.reason }) }, what);
    },
    resolve: (about: string, what: string): void => void (reported.delete(about) && logger.info({ about }, what)),
  };
};

export type Problems = ReturnType<typeof persistentProblems>;

const CONSEQUENCES: Readonly<Record<Purpose, string>> = {
  stable: 'is not served; the last good one stays live',
  canary: 'is not served as a canary; stable is served instead',
  preview: 'is not shown by its link',
  kept: 'is not kept for visits that began with it',
};

export const verifiedReleases = (mirror: Mirror, problems: Problems): VerifiedReleases => {
  const verified = new Map<string, PageRemote>();
  const lastGood = new Map<string, PageRemote>();

  return {
    ensure: async (needed, teams) => {
      const { remote, id, folder, version, purpose } = needed;
      const about = purpose === 'stable' ? remote : `${remote} ${purpose} ${id}`;
      try {
        let found = verified.get(id);
        if (!found || !mirror.has(folderKey(remote, folder), id)) {
          const { descriptor, release } = await mirror.ensure(needed, teams);
          found = { name: remote, entry: entryOf(needed, descriptor), descriptor, files: release.files, release: id };
          verified.set(id, found);
        }
        if (purpose === 'stable') lastGood.set(remote, found);
        problems.resolve(about, 'the release is served now');
        return 'verified';
      } catch (error) {
        verified.delete(id);
        problems.report(about, error, `release ${version} ${CONSEQUENCES[purpose]}`);
        return error instanceof ReleaseRefused ? 'refused' : 'missing';
      }
    },
    get: (id) => verified.get(id),
    lastGood: (remote) => lastGood.get(remote),
    keepOnly: (ids) => {
      for (const id of verified.keys()) if (!ids.has(id)) verified.delete(id);
    },
  };
};
