import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { baseEnv } from '../env.ts';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/ops/paths';
import { buildProject } from '../stack/builds.ts';
import type { Erased } from './erase-outbox.ts';
import { readOwnerEnv } from './owner-env.ts';

const PROGRAM = path.join(PROJECT_ROOT, 'svc-funnel/dist/owner.mjs');

const message = z.object({ erased: z.object({ addresses: z.array(z.string()), orderNumbers: z.array(z.string()) }) });

export interface OwnerOptions {
  readonly dataDir: string;
  readonly args: readonly string[];
  /** Told whose data was erased, so that what lies outside of the database goes, too. */
  readonly onErased: (erased: Erased) => void;
}

const asksForHelp = (args: readonly string[]): boolean =>
  args.length === 0 || args[0] === 'help' || args.includes('--help') || args.includes('-h');

const requireProgram = async (): Promise<void> => {
  if (!existsSync(PROGRAM)) await buildProject('svc-funnel');
};

/** Runs the service's own owner program beside the stack of a data folder, in this terminal. Returns its exit code. */
export const runOwner = async ({ dataDir, args, onErased }: OwnerOptions): Promise<number> => {
  const env = readOwnerEnv(dataDir);
  if (!env && !asksForHelp(args))
    throw new Failure(
      `No stack runs with the data folder ${dataDir}. Start it (npm start), or set DATA_DIR to the folder of the one that runs.`,
    );
  await requireProgram();
  const options = {
    env: env ?? { ...baseEnv() },
    cwd: process.cwd(),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'] as ('inherit' | 'ipc')[],
  };
  const child = spawn(process.execPath, ['--enable-source-maps', PROGRAM, ...args], options);
  child.on('message', (given) => {
    const told = message.safeParse(given);
    if (told.success) onErased(told.data.erased);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
};
