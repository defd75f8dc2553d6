import { rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readJson, writeAtomically } from '@course/federation/files';
import { isLocked } from '../stack/stack-file.ts';

const ownerEnvFile = (dataDir: string): string => path.join(dataDir, 'owner-env.json');

/**
 * Stores svc-funnel's environment, with its secrets, while the stack runs: the owner's tool then works on the same
 * stores.
 */
export const writeOwnerEnv = (dataDir: string, env: Readonly<Record<string, string>>): void =>
  writeAtomically(ownerEnvFile(dataDir), `${JSON.stringify(env, null, 2)}\n`, 0o600);

export const removeOwnerEnv = (dataDir: string): void => rmSync(ownerEnvFile(dataDir), { force: true });

/** Returns undefined when no stack runs with this data folder. */
export const readOwnerEnv = (dataDir: string): Record<string, string> | undefined =>
  isLocked(dataDir) ? readJson(ownerEnvFile(dataDir), z.record(z.string(), z.string())) : undefined;
