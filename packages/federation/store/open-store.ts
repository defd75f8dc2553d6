import path from 'node:path';
import { webAddress } from '@course/contracts/env';
import { z } from 'zod';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';
import type { ReleaseStore } from './store.ts';

/** The variables that locate the releases: a folder, or `s3://bucket/prefix` with its server and keys. */
export const storeEnv = z.object({
  RELEASE_STORE: z.string().min(1),
  S3_ENDPOINT: webAddress.optional(),
  AWS_REGION: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
});

export type StoreEnv = z.infer<typeof storeEnv>;

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;

/** Opens the store that the environment names. Throws a one-sentence error if something is missing. */
export const openStore = (env: StoreEnv): ReleaseStore => {
  const place = env.RELEASE_STORE;
  if (!place.startsWith('s3:')) return folderStore(path.resolve(place));
  const [, bucket, prefix = ''] = BUCKET.exec(place) ?? [];
  if (!bucket) throw new Error(`RELEASE_STORE: ${place} must be a folder or s3://bucket/prefix`);
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey)
    throw new Error('Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for a RELEASE_STORE in a bucket.');
  const region = env.AWS_REGION ?? 'us-east-1';
  return s3Store({
    bucket,
    prefix: prefix && !prefix.endsWith('/') ? `${prefix}/` : prefix,
    endpoint: new URL(env.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`).origin,
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: env.AWS_SESSION_TOKEN,
  });
};
