import { randomInt } from 'node:crypto';
import { BUCKETS, EDGE_COOKIES, pathOfBucket, SPLIT_COOKIE, type Split } from '@course/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isHttps } from './addresses.ts';
import { bucketIn, setCookie } from './cookies.ts';
import type { Env } from './env.ts';

// Two paths of this length fit the variant that a session may have: `entry=<path>,sales=<path>`, 64 characters.
const SHARE = /^(\/[a-z0-9-]{0,24})=(\d{1,6})$/;
const COOKIE_SECONDS = EDGE_COOKIES.splitDays * 86_400;

const parse = (text: string): Split =>
  text.split(/\s+/).flatMap((share) => {
    const [, path, weight] = SHARE.exec(share) ?? [];
    return path ? [[path, Number(weight)] as const] : [];
  });

const isSplit = (text: string): boolean =>
  text.split(/\s+/).every((share) => SHARE.test(share)) && parse(text).some(([, weight]) => weight > 0);

/** Paths with weights, `/=50 /home=25 /old001=25`; empty or absent means no split. */
export const splitSetting = z
  .string()
  .trim()
  .optional()
  .refine(
    (text) => !text || isSplit(text),
    'must be paths of at most 25 characters with weights, such as /=50 /home=50',
  )
  .transform((text) => (text ? parse(text) : undefined));

type SplitEnv = Pick<Env, 'ENTRY_SPLIT' | 'ENTRY_SPLIT_PATH' | 'PUBLIC_URL'>;

/** Redirects the entry address to an entry screen with its query: the same screen each time for a visitor. */
export function addEntrySplit(
  app: FastifyInstance,
  { ENTRY_SPLIT: split, ENTRY_SPLIT_PATH: address, PUBLIC_URL }: SplitEnv,
): void {
  if (!split) return;
  // The page reads it and reports the variant with the session.
  const cookie = { seconds: COOKIE_SECONDS, secure: isHttps(PUBLIC_URL), readable: true };
  app.get(address, (request, reply) => {
    const bucket = bucketIn(request.headers.cookie, SPLIT_COOKIE) ?? randomInt(BUCKETS);
    const { search } = new URL(request.url, PUBLIC_URL);
    reply.header('set-cookie', setCookie(SPLIT_COOKIE, String(bucket), cookie));
    return reply.header('cache-control', 'no-store').redirect(`${pathOfBucket(split, bucket)}${search}`, 302);
  });
}
