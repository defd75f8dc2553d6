import { rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readJson, writeAtomically } from '@course/federation/files';
import { isHeld } from '../stack/stack-file.ts';

const place = (dataDir: string): string => path.join(dataDir, 'owner-env.json');

/** Keeps svc-funnel's environment while the stack runs, so that the owner's tool works with what the service works with. Holds secrets. */
export const writeOwnerEnv = (dataDir: string, env: Readonly<Record<string, string>>): void =>
  writeAtomically(place(dataDir), `${JSON.stringify(env, null, 2)}\n`, 0o600);

export const removeOwnerEnv = (dataDir: string): void => rmSync(place(dataDir), { force: true });

/** Undefined when no stack runs with this data folder. */
export const readOwnerEnv = (dataDir: string): Record<string, string> | undefined =>
  isHeld(dataDir) ? readJson(place(dataDir), z.record(z.string(), z.string())) : undefined;
