import { readFileSync } from 'node:fs';
import { parseVariables, type Variables } from '@course/contracts/env';
import { z } from 'zod';
import { Failure } from '../base/failure.ts';

/** The variables with which a pipeline passes its team's token and private key. */
const credentialEnv = z.object({
  REMOTE_TOKEN: z.string().optional(),
  REMOTE_SIGNING_KEY: z.string().optional(),
  REMOTE_SIGNING_KEY_FILE: z.string().optional(),
});

/** A pipeline's token, and its team's private key in PEM. */
export interface Credentials {
  readonly token?: string | undefined;
  readonly signingKey?: string | undefined;
}

const readKey = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Failure(`REMOTE_SIGNING_KEY_FILE names ${file}, which cannot be read.`);
  }
};

/** Throws a one-sentence failure if the key's file cannot be read. */
export const readCredentials = (environment: Variables): Credentials => {
  const env = parseVariables(credentialEnv, environment);
  const keyFile = env.REMOTE_SIGNING_KEY_FILE;
  return { token: env.REMOTE_TOKEN, signingKey: env.REMOTE_SIGNING_KEY ?? (keyFile && readKey(keyFile)) };
};
