import { execFile } from 'node:child_process';
import path from 'node:path';
import { dataDir } from './stack.ts';

const RUN = path.join(import.meta.dirname, '..', '..', 'dev-stack', 'bin', 'run.mjs');

export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command of the owner's tool as `npm run owner --` does, without a terminal. */
export const owner = (...args: readonly string[]): Promise<Said> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [RUN, 'dev-stack/owner', ...args],
      { env: { ...process.env, DATA_DIR: dataDir() }, maxBuffer: 64 * 1024 * 1024 },
      (error, out, err) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
        resolve({ code, out, err });
      },
    );
  });
