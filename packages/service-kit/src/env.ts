import { trustedProxies } from '@course/contracts/client-address';
import { z } from 'zod';

/** A whole number from `least` to `most`, inclusive. */
export const wholeNumber = (least: number, most: number, unit = '') =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number${unit && ` of ${unit}`}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`);

export const port = wholeNumber(0, 65_535);

export const onOff = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'], 'must be on or off')
    .default(fallback)
    .transform((value) => value === 'on');

/** Values separated by commas or white space. */
export const list = z.string().transform((value) => value.split(/[\s,]+/).filter(Boolean));

/** Secrets: the first one signs, all of them verify. */
export type Keys = readonly [string, ...string[]];

export const keys = (minLength: number) =>
  list
    .refine(
      (values) => values.length > 0 && values.every((key) => key.length >= minLength),
      `must be a list of keys of at least ${minLength} characters`,
    )
    .transform((values): Keys => values as [string, ...string[]]);

/** The site's address without a path; a trailing slash is dropped. */
export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
  .refine(
    (value) => new URL(value).origin === value.replace(/\/$/, ''),
    'must be an origin without path, such as https://example.com',
  )
  .transform((value) => new URL(value).origin);

export const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' });

const redisUrl = z.url({ protocol: /^rediss?$/, error: 'must be a redis:// address' });

/** Variables that both services read. */
export const SHARED_VARIABLES = {
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: postgresUrl,
  REDIS_URL: redisUrl,
  PUBLIC_URL: origin,
  RATE_LIMITS: onOff('on'),
  /** Proxies whose X-Forwarded-For is trusted. */
  TRUST_PROXY: trustedProxies.prefault('loopback'),
  /**
   * With several copies behind a proxy: how long a stopping copy still answers, so that the proxy can move on to
   * another.
   */
  DRAIN_MS: wholeNumber(0, 60_000, 'milliseconds').default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
} as const;
