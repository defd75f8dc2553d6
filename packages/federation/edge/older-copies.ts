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
  let copying: Promise<void> | undefined;
  let stopped = false;

  /** Resolves to true if a retry may copy more. */
  const copyAll = async (state: StoreState): Promise<boolean> => {
    let mayRetry = false;
    const all = releasesIn(state.registry);
    const needed = new Set(neededIn(state.registry, Date.now()).map(({ id }) => id));
    for (const release of all) {
      if (stopped) return false;
      if (needed.has(release.id) || mirror.has(folderKey(release.remote, release.folder), release.id)) continue;
      await mirror.ensure(release, state.teams).catch((error: unknown) => {
        if (!(error instanceof ReleaseRefused)) mayRetry = true;
        problems.report(release.id, error, 'an older release is not served');
      });
    }
    const live = await liveIn(state);
    if (!live) return mayRetry;
    const kept = new Set(all.map(({ remote, folder }) => folderKey(remote, folder)));
    for (const { entry } of live.remotes) kept.add(folderOf(entry.entry).slice(1));
    await mirror.keepOnly(kept);
    return mayRetry;
  };

  /** Copies the latest state, and then the one that has become the latest meanwhile. */
  const copyLatest = async (): Promise<void> => {
    let copied: StoreState | undefined;
    while (latest && latest !== copied && !stopped) {
      copied = latest;
      const mayRetry = await copyAll(copied).catch(() => false);
      if (mayRetry && copied === latest) retryAt = performance.now() + retryMs;
    }
    copying = undefined;
  };

  return {
    /**
     * Copies every release of this state in the background and deletes the copies of releases that it does not list; a
     * run for an earlier state ends first. Does nothing for the state of the last call, unless copies of it are to be
     * tried again.
     */
    follow: (state: StoreState): void => {
      if (state === latest && performance.now() < retryAt) return;
      latest = state;
      retryAt = Infinity;
      copying ??= copyLatest();
    },
    stop: async (): Promise<void> => {
      stopped = true;
      await copying;
    },
  };
};
