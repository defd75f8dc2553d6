import { mkdir, open, readFile, rename, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Put } from './records.ts';

/** Stores commits as one line of JSON each, so that each is on disk completely or not at all. */
export interface Journal {
  append(puts: readonly Put[]): void;
  /** Resolves when everything appended so far is written; rejects if that failed. */
  flushed(): Promise<void>;
  close(): Promise<void>;
}

export const memoryJournal: Journal = {
  append: () => undefined,
  flushed: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** Returns the commits in their order, without a last line that a crash left incomplete. */
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

/** Atomically replaces the journal with one that contains `puts`. */
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
      // `flushed` reports the failure; unhandled, it would also end the process.
      writing.catch(() => undefined);
    },
    flushed: () => writing,
    close: () => writing.finally(() => handle.close()),
  };
}
