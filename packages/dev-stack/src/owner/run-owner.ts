import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { baseEnv } from '../env.ts';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/federation/paths';
import { buildProject } from '../stack/builds.ts';
import type { Erased } from './erase-outbox.ts';
import { readOwnerEnv } from './owner-env.ts';

const PROGRAM = path.join(PROJECT_ROOT, 'svc-funnel/dist/owner.mjs');

const message = z.object({ erased: z.object({ addresses: z.array(z.string()), orderNumbers: z.array(z.string()) }) });

export interface OwnerOptions {
  readonly dataDir: string;
  readonly args: readonly string[];
  /** Called with whose data was erased, so that their data outside the database can be erased too. */
  readonly onErased: (erased: Erased) => void;
}

const isHelpRequest = (args: readonly string[]): boolean =>
  args.length === 0 || args[0] === 'help' || args.includes('--help') || args.includes('-h');

const requireProgram = async (): Promise<void> => {
  if (!existsSync(PROGRAM)) await buildProject('svc-funnel');
};

/**
 * Runs svc-funnel's owner program in this terminal, with the environment of the running stack. Returns its exit code.
 */
export const runOwner = async ({ dataDir, args, onErased }: OwnerOptions): Promise<number> => {
  const env = readOwnerEnv(dataDir);
  if (!env && !isHelpRequest(args))
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
  child.on('message', (received) => {
    const parsed = message.safeParse(received);
    if (parsed.success) onErased(parsed.data.erased);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
};
