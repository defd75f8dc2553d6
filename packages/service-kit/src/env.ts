import { trustedProxies } from '@course/contracts/client-address';
import { onOff, origin, postgresUrl, redisUrl, wholeNumber } from '@course/contracts/env';
import { z } from 'zod';

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
