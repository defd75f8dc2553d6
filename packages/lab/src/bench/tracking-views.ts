import { withClient } from '@course/ops/postgres/client';
import { waitUntil } from '@course/ops/wait';
import { aSessionId, uuidV7 } from '@course/test-kit/ids';
import type { Stores } from '@course/test-kit/test-stores';

// Page views as browsers and servers of the funnel send them.

export const PATHS = ['/', '/q1', '/onboarding', '/q7', '/profile', '/readiness', '/sales002', '/timeline'];

export const aView = (number: number) => ({
  sessionId: aSessionId(),
  pagePath: PATHS[number % PATHS.length],
  key: uuidV7(),
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
