import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import pMap from 'p-map';
import { RELEASE_FILE, type Teams } from '../contract/release.ts';
import { ReleaseRefused } from '../registry/release.ts';
import { folderKey, readVerified, readerOf, type ReadFile, type VerifiedRelease } from '../registry/stored-release.ts';
import { STORE_CONCURRENCY, type ReleaseStore } from '../store/store.ts';

/** A release that the registry refers to. */
export interface ReleaseRef {
  readonly remote: string;
  readonly id: string;
  readonly folder: string;
}

const fileReader =
  (folder: string): ReadFile =>
  (file) =>
    fs.readFile(path.join(folder, file)).catch(() => undefined);

/** Returns the folders of all copies, verified or not. */
const copiesIn = async (dir: string): Promise<readonly string[]> => {
  const foldersIn = (parent: string) => fs.readdir(path.join(dir, parent)).catch((): string[] => []);
  const remotes = await foldersIn('remotes');
  const keys = await pMap(remotes, async (remote) =>
    (await foldersIn(`remotes/${remote}`)).map((folder) => folderKey(remote, folder)),
  );
  return keys.flat();
};

/**
 * Opens an edge's own copies of releases, in a folder that no other edge uses at the same time. It serves only these, so
 * that later changes in the store do not affect visitors.
 */
export const openMirror = async (store: ReleaseStore, dir: string) => {
  /** Ids of releases, by folder. */
  const verified = new Map<string, string>();
  /** Ids of releases whose last verification failed. */
  const refused = new Set<string>();
  /** By the folders of the releases, followed by their ids. */
  const inProgress = new Map<string, Promise<VerifiedRelease>>();
  const isInUse = (key: string): boolean =>
    verified.has(key) || [...inProgress.keys()].some((running) => running.startsWith(key));

  const drafts = path.join(dir, 'drafts');
  // Copies that an earlier process did not finish.
  await fs.rm(drafts, { recursive: true, force: true });

  const copy = async (target: string, { release, files }: VerifiedRelease): Promise<void> => {
    const draft = path.join(drafts, randomUUID());
    try {
      const write = async ([file, body]: readonly [string, Buffer]): Promise<void> => {
        await fs.mkdir(path.dirname(path.join(draft, file)), { recursive: true });
        await fs.writeFile(path.join(draft, file), body);
      };
      await pMap(files, write, { concurrency: STORE_CONCURRENCY });
      await fs.writeFile(path.join(draft, RELEASE_FILE), JSON.stringify(release));
      await fs.mkdir(path.dirname(target), { recursive: true });
      await fs.rm(target, { recursive: true, force: true });
      await fs.rename(draft, target);
    } finally {
      await fs.rm(draft, { recursive: true, force: true });
    }
  };

  const copyVerified = async ({ remote, id, folder }: ReleaseRef, teams: Teams): Promise<VerifiedRelease> => {
    const key = folderKey(remote, folder);
    const target = path.join(dir, key);
    const existing = await readVerified(fileReader(target), { remote, id, teams }).catch((error: unknown) => {
      if (error instanceof ReleaseRefused) return undefined;
      throw error;
    });
    const found = existing ?? (await readVerified(readerOf(store, remote, folder), { remote, id, teams }));
    if (!existing) await copy(target, found);
    verified.set(key, id);
    refused.delete(id);
    return found;
  };
  const copyOrRefuse = (release: ReleaseRef, teams: Teams): Promise<VerifiedRelease> =>
    copyVerified(release, teams).catch((error: unknown) => {
      if (error instanceof ReleaseRefused) refused.add(release.id);
      throw error;
    });

  return {
    /**
     * Copies a release from the store unless there is a copy, and verifies it; concurrent calls share one attempt.
     * Rejects with `ReleaseRefused` if it must not be served, and with the store's error if it cannot be read.
     */
    ensure: (release: ReleaseRef, teams: Teams): Promise<VerifiedRelease> => {
      const key = folderKey(release.remote, release.folder) + release.id;
      const running = inProgress.get(key) ?? copyOrRefuse(release, teams).finally(() => inProgress.delete(key));
      inProgress.set(key, running);
      return running;
    },
    /** Returns whether this folder has a verified copy, of exactly this release if `id` is passed. */
    has: (folder: string, id?: string): boolean =>
      id === undefined ? verified.has(folder) : verified.get(folder) === id,
    /** Returns whether this release was refused when it was last verified. */
    isRefused: (id: string): boolean => refused.has(id),
    /** Deletes all other copies, including those of an earlier process. */
    keepOnly: async (folders: ReadonlySet<string>): Promise<void> => {
      for (const key of verified.keys()) if (!folders.has(key)) verified.delete(key);
      await fs.mkdir(drafts, { recursive: true });
      for (const key of await copiesIn(dir)) {
        // Copied meanwhile, because a newer registry needs it.
        if (folders.has(key) || isInUse(key)) continue;
        // Moved away atomically: `ensure` finds either the complete copy or none.
        const discarded = path.join(drafts, randomUUID());
        renameSync(path.join(dir, key), discarded);
        await fs.rm(discarded, { recursive: true, force: true });
      }
    },
  };
};

export type Mirror = Awaited<ReturnType<typeof openMirror>>;
