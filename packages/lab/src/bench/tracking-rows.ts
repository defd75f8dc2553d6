import { withClient } from '@course/ops/postgres/client';
import type { Stores } from '@course/test-kit/test-stores';
import { waitUntil } from '@course/ops/wait';

export const count = (databaseUrl: string, sql: string): Promise<number> =>
  withClient(databaseUrl, async (client) => Number((await client.query<{ n: string }>(sql)).rows[0]?.n));

const storedRows = (databaseUrl: string): Promise<number> =>
  count(databaseUrl, 'select count(*) as n from tracking.page_views where session_id is not null');

/** Waits until so many views are stored. Returns how many are missing at last. */
export const missingOf = async ({ databaseUrl }: Stores, wanted: number): Promise<number> => {
  let stored = 0;
  await waitUntil(async () => (stored = await storedRows(databaseUrl)) >= wanted, {
    what: 'all views to be stored',
    timeoutMs: 60_000,
  }).catch(() => undefined);
  return Math.max(0, wanted - stored);
};
