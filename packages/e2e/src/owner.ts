import { execFile } from 'node:child_process';
import path from 'node:path';
import { isolatedEnv } from '@course/dev-stack/env';
import { readOwnerEnv } from '@course/dev-stack/owner/owner-env';
import { PROJECT_ROOT } from '@course/federation/paths';
import { dataDir } from './stack.ts';

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const runNode = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<CommandResult> =>
  new Promise((resolve) => {
    execFile(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, out, err });
    });
  });

/** Runs `npm run owner -- <args>` without a terminal. */
export const npmRunOwner = (...args: readonly string[]): Promise<CommandResult> =>
  runNode([path.join(PROJECT_ROOT, 'packages', 'dev-stack', 'bin', 'run.mjs'), 'dev-stack/owner', ...args], {
    ...isolatedEnv(),
    DATA_DIR: dataDir(),
  });

/** Runs the program that this command starts, which saves a second. */
export const owner = (...args: readonly string[]): Promise<CommandResult> =>
  runNode([path.join(PROJECT_ROOT, 'svc-funnel', 'dist', 'owner.mjs'), ...args], readOwnerEnv(dataDir()) ?? {});
