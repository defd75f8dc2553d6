import { randomBytes } from 'node:crypto';
import { parseEnv, type Env } from '../../src/platform/env.ts';
import type { Stores } from '@course/test-kit/test-stores';

export const SIGNING_SECRET = 'test-key-0123456789abcdef';
export const PUBLIC_URL = 'https://funnel.example';

export const variablesFor = (
  stores: Pick<Stores, 'trackingDatabaseUrl' | 'redisUrl'>,
  overrides: Record<string, string> = {},
): Record<string, string> => ({
  PORT: '0',
  DATABASE_URL: stores.trackingDatabaseUrl,
  REDIS_URL: stores.redisUrl,
  PUBLIC_URL,
  PAGE_VIEW_KEYS: SIGNING_SECRET,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'silent',
  ...overrides,
});

export const envFor = (
  stores: Pick<Stores, 'trackingDatabaseUrl' | 'redisUrl'>,
  overrides: Record<string, string> = {},
): Env => parseEnv(variablesFor(stores, overrides));

export const aSessionId = (): string => `session_${Date.now()}_${randomBytes(16).toString('base64url')}`;

/** A client's key: a UUIDv7 of this or another moment. */
export const aKey = (timeMs: number = Date.now()): string => {
  const time = timeMs.toString(16).padStart(12, '0');
  const rest = randomBytes(10).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
};

export const anExit = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  exitedAt: new Date().toISOString(),
  timeSpentSeconds: 12.5,
  ...change,
});
