import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import pMap from 'p-map';
import { RELEASE_FILE, type Teams } from '../contract/release.ts';
import { ReleaseRefused } from '../registry/release.ts';
import { folderKey, readVerified, readerOf, type ReadFile, type VerifiedRelease } from '../registry/stored-release.ts';
import { AT_ONCE, type ReleaseStore } from '../store/store.ts';

/** A release as the registry points to it. */
export interface Wanted {
  readonly remote: string;
  readonly id: string;
  readonly folder: string;
}

/** The edge's own copies of releases. It serves them alone, so that later changes in the store do not affect visitors. */
export interface Mirror {
  /**
   * Brings a release here unless it is, and verifies it. Rejects with `ReleaseRefused` when it must not be served, and
   * with the store's error when it cannot be read.
   */
  bring(wanted: Wanted, teams: Teams): Promise<VerifiedRelease>;
  /** Returns true if what lies in this folder, or this very release, was brought and verified. */
  has(folder: string, id?: string): boolean;
  /** Deletes all other copies, also those of an earlier process. */
  keepOnly(folders: ReadonlySet<string>): Promise<void>;
}

const fileReader =
  (folder: string): ReadFile =>
  (file) =>
    fs.readFile(path.join(folder, file)).catch(() => undefined);

/** The folders of all copies, verified or not. */
const copiesIn = async (dir: string): Promise<readonly string[]> => {
  const foldersIn = (parent: string) => fs.readdir(path.join(dir, parent)).catch((): string[] => []);
  const remotes = await foldersIn('remotes');
  const keys = await pMap(remotes, async (remote) =>
    (await foldersIn(`remotes/${remote}`)).map((folder) => folderKey(remote, folder)),
  );
  return keys.flat();
};

/** Opens an edge's own folder, which no other edge uses at the same time. */
export const openMirror = async (store: ReleaseStore, dir: string): Promise<Mirror> => {
  /** Names of releases by their folders. */
  const verified = new Map<string, string>();
  const bringing = new Set<{ readonly key: string }>();
  const isBrought = (key: string): boolean => verified.has(key) || [...bringing].some((one) => one.key === key);

  const drafts = path.join(dir, 'drafts');
  // What an earlier process did not finish.
  await fs.rm(drafts, { recursive: true, force: true });

  const copy = async (target: string, { release, files }: VerifiedRelease): Promise<void> => {
    const draft = path.join(drafts, randomUUID());
    try {
      const write = async ([file, body]: readonly [string, Buffer]): Promise<void> => {
        await fs.mkdir(path.dirname(path.join(draft, file)), { recursive: true });
        await fs.writeFile(path.join(draft, file), body);
      };
      await pMap(files, write, { concurrency: AT_ONCE });
      await fs.writeFile(path.join(draft, RELEASE_FILE), JSON.stringify(release));
      await fs.mkdir(path.dirname(target), { recursive: true });
      await fs.rm(target, { recursive: true, force: true });
      await fs.rename(draft, target);
    } finally {
      await fs.rm(draft, { recursive: true, force: true });
    }
  };

  return {
    bring: async ({ remote, id, folder }, teams) => {
      const key = folderKey(remote, folder);
      const target = path.join(dir, key);
      const turn = { key };
      bringing.add(turn);
      try {
        const ours = await readVerified(fileReader(target), { remote, id, teams }).catch((error: unknown) => {
          if (error instanceof ReleaseRefused) return undefined;
          throw error;
        });
        const found = ours ?? (await readVerified(readerOf(store, remote, folder), { remote, id, teams }));
        if (!ours) await copy(target, found);
        verified.set(key, id);
        return found;
      } finally {
        bringing.delete(turn);
      }
    },
    has: (folder, id) => (id === undefined ? verified.has(folder) : verified.get(folder) === id),
    keepOnly: async (folders) => {
      for (const key of verified.keys()) if (!folders.has(key)) verified.delete(key);
      await fs.mkdir(drafts, { recursive: true });
      for (const key of await copiesIn(dir)) {
        // Brought meanwhile: a newer registry needs it.
        if (folders.has(key) || isBrought(key)) continue;
        // Gone at once: who brings it from now on finds the whole of it or nothing.
        const gone = path.join(drafts, randomUUID());
        renameSync(path.join(dir, key), gone);
        await fs.rm(gone, { recursive: true, force: true });
      }
    },
  };
};
