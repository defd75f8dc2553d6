import { folderOf } from '../contract/remote.ts';
import { ReleaseRefused } from '../registry/release.ts';
import { folderKey } from '../registry/stored-release.ts';
import type { Problems } from './problems.ts';
import { neededIn, releasesIn, type LiveReleases } from './live.ts';
import type { Mirror } from './mirror.ts';
import type { StoreState } from './registry-reader.ts';

interface Sources {
  readonly mirror: Mirror;
  readonly problems: Problems;
  /** Pause before copies that failed are tried again. */
  readonly retryMs: number;
  /** Resolves to what is live once no newer state is being read; undefined if nothing may be deleted for this state. */
  readonly liveIn: (state: StoreState) => Promise<LiveReleases | undefined>;
}

/** Maintains the copies of releases that are no longer live: open pages may still request their files, from any edge. */
export const olderCopies = ({ mirror, problems, retryMs, liveIn }: Sources) => {
  let latest: StoreState | undefined;
  let retryAt = Infinity;
  let copying: Promise<void> = Promise.resolve();
  let stopped = false;

  const copyAll = async (state: StoreState): Promise<void> => {
    const all = releasesIn(state.registry);
    const needed = new Set(neededIn(state.registry, Date.now()).map(({ id }) => id));
    for (const release of all) {
      if (stopped) return;
      if (needed.has(release.id) || mirror.has(folderKey(release.remote, release.folder), release.id)) continue;
      await mirror.ensure(release, state.teams).catch((error: unknown) => {
        if (!(error instanceof ReleaseRefused)) retryAt = performance.now() + retryMs;
        problems.report(release.id, error, 'an older release is not served');
      });
    }
    const live = await liveIn(state);
    if (!live) return;
    const kept = new Set(all.map(({ remote, folder }) => folderKey(remote, folder)));
    for (const { entry } of live.remotes) kept.add(folderOf(entry.entry).slice(1));
    await mirror.keepOnly(kept);
  };

  return {
    /**
     * Copies every release of this state in the background, after those of earlier calls, and deletes the copies of
     * releases that it does not list. Does nothing for the state of the last call, unless copies of it are to be tried
     * again.
     */
    follow: (state: StoreState): void => {
      if (state === latest && performance.now() < retryAt) return;
      latest = state;
      retryAt = Infinity;
      copying = copying.then(() => copyAll(state)).catch(() => undefined);
    },
    stop: async (): Promise<void> => {
      stopped = true;
      await copying;
    },
  };
};
