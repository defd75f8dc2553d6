import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../base/failure.ts';
import { takeLock } from '../base/lock.mjs';
import { StoreUnavailable, type ReleaseStore, type StoredObject } from './store.ts';

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');

/** Every write replaces the file, so its metadata shows whether it has changed, without reading it. */
const tagOf = ({ ino, mtimeNs, size }: BigIntStats): string => `${ino}:${mtimeNs}:${size}`;

const DRAFT = /\.draft$/;
const LOCK = '.lock';

/** Returns a store in a local or mounted folder, which is created with the first object. */
export const folderStore = (folder: string): ReleaseStore => {
  const fileOf = (key: string): string => {
    const file = path.join(folder, key);
    if (!file.startsWith(folder + path.sep)) throw new StoreUnavailable(`${key} leads out of the store.`);
    return file;
  };
  const withStoreErrors = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      throw new StoreUnavailable(`${folder}: ${messageOf(error)}`, {
        cause: error,
      });
    }
  };
  /** Reads the tag first: if the file is replaced meanwhile, the tag is the old one, and it will be read again. */
  const readFile = async (key: string, known?: string): Promise<StoredObject | 'unchanged' | undefined> => {
    try {
      const tag = tagOf(await fs.stat(fileOf(key), { bigint: true }));
      return tag === known ? 'unchanged' : { body: await fs.readFile(fileOf(key)), tag };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  /** Writes to a draft first, so that readers see either all of it or nothing. */
  const put = async (key: string, body: Buffer, into: (draft: string, file: string) => Promise<void>) => {
    const file = fileOf(key);
    const draft = `${file}.${randomUUID()}.draft`;
    await fs.mkdir(path.dirname(file), { recursive: true });
    try {
      await fs.writeFile(draft, body);
      await into(draft, file);
    } finally {
      await fs.rm(draft, { force: true });
    }
  };

  return {
    place: folder,
    read: (key, known) => withStoreErrors(() => readFile(key, known)),
    create: (key, body) =>
      withStoreErrors(async () => {
        try {
          // Linking fails if the file already exists, whereas renaming would replace it.
          await put(key, body, (draft, file) => fs.link(draft, file));
          return true;
        } catch (error) {
          const { code, syscall } = error as NodeJS.ErrnoException;
          if (code === 'EEXIST' && syscall === 'link') return false;
          throw error;
        }
      }),
    swap: (key, body, tag) =>
      withStoreErrors(async () => {
        const release = await takeLock(path.join(folder, LOCK));
        try {
          if ((await readFile(key, tag)) !== 'unchanged') return false;
          await put(key, body, (draft, file) => fs.rename(draft, file));
          return true;
        } finally {
          release();
        }
      }),
    list: (prefix) =>
      withStoreErrors(async () => {
        const below = prefix.slice(0, prefix.lastIndexOf('/') + 1);
        const start = below ? fileOf(below.slice(0, -1)) : folder;
        try {
          const entries = await fs.readdir(start, { recursive: true, withFileTypes: true });
          return entries
            .filter((entry) => entry.isFile() && !DRAFT.test(entry.name) && !entry.name.startsWith(LOCK))
            .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
            .filter((key) => key.startsWith(prefix))
            .sort();
        } catch (error) {
          if (isMissing(error)) return [];
          throw error;
        }
      }),
    remove: (key) =>
      withStoreErrors(async () => {
        await fs.rm(fileOf(key), { force: true });
        // Also removes folders that are now empty: a bucket has no empty folders.
        for (let dir = path.dirname(key); dir !== '.'; dir = path.dirname(dir)) {
          const isGone = await fs.rmdir(path.join(folder, dir)).then(
            () => true,
            () => false,
          );
          if (!isGone) break;
        }
      }),
  };
};
