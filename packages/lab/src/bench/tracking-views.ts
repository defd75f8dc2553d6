import { randomBytes } from 'node:crypto';
import { withClient } from '@course/ops/postgres/client';
import { waitUntil } from '@course/ops/wait';
import type { Stores } from '@course/test-kit/test-stores';

// Page views as browsers and servers of the funnel send them.

export const PATHS = ['/', '/q1', '/onboarding', '/q7', '/profile', '/readiness', '/sales002', '/timeline'];

export const aSession = (): string => `session_${Date.now()}_${randomBytes(16).toString('base64url')}`;

export const aKey = (): string => {
  const [time, rest] = [Date.now().toString(16).padStart(12, '0'), randomBytes(10).toString('hex')];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
};

export const aView = (number: number) => ({
  sessionId: aSession(),
  pagePath: PATHS[number % PATHS.length],
  key: aKey(),
});

export const anExit = () => ({ exitedAt: new Date().toISOString(), timeSpentSeconds: 12.5, totalSeconds: 14.25 });

export const count = (databaseUrl: string, sql: string): Promise<number> =>
  withClient(databaseUrl, async (client) => Number((await client.query<{ n: string }>(sql)).rows[0]?.n));

const storedRows = (databaseUrl: string): Promise<number> =>
  count(databaseUrl, 'select count(*) as n from tracking.page_views where session_id is not null');

/** Waits until `expected` views are stored. Returns how many are still missing after 60 s. */
export const missingOf = async ({ databaseUrl }: Stores, expected: number): Promise<number> => {
  let stored = 0;
  await waitUntil(async () => (stored = await storedRows(databaseUrl)) >= expected, {
    what: 'all views to be stored',
    timeoutMs: 60_000,
  }).catch(() => undefined);
  return Math.max(0, expected - stored);
};
