import { mkdir, open, readFile, rename, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Put } from './records.ts';

/** Where commits go: one line of JSON each, so that a commit is on disk as a whole or not at all. */
export interface Journal {
  append(puts: readonly Put[]): void;
  /** Ends when all that was appended before is written; rejects when it could not be. */
  flushed(): Promise<void>;
  close(): Promise<void>;
}

export const memoryJournal: Journal = {
  append: () => undefined,
  flushed: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** Commits in the order they were made. The last line may be torn after a crash and is then no commit. */
export async function readJournal(file: string): Promise<Put[][]> {
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return content
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Put[]);
}

/** Starts a fresh journal that holds `puts`, replacing an older one in a single step. */
export async function openJournal(file: string, puts: readonly Put[]): Promise<Journal> {
  const fresh = `${file}.new`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(fresh, puts.map((put) => `${JSON.stringify([put])}\n`).join(''), { mode: 0o600 });
  await rename(fresh, file);
  return appendingTo(await open(file, 'a', 0o600));
}

function appendingTo(handle: FileHandle): Journal {
  let waiting = '';
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    const lines = waiting;
    waiting = '';
    if (lines !== '') await handle.appendFile(lines);
  };
  return {
    append: (puts) => {
      waiting += `${JSON.stringify(puts)}\n`;
      writing = writing.then(write);
      // Whoever asks `flushed` hears of a failure; without this it would also end the process.
      writing.catch(() => undefined);
    },
    flushed: () => writing,
    close: () => writing.finally(() => handle.close()),
  };
}
