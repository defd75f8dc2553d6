import { withClient } from '@course/ops/postgres/client';
import { startTestStores, type Stores } from '@course/test-kit/test-stores';
import type { Measurement } from './measurement.ts';
import { measureBatches } from './tracking-batches.ts';
import { measureSingles } from './tracking-singles.ts';

export interface TrackingBenchOptions {
  readonly root: string;
  readonly say: (line: string) => void;
}

const MONTH_ROWS = 300_000;

/** Measures how long dropping a month of rows takes, as the writer does it. */
const measureDrop = ({ databaseUrl, trackingDatabaseUrl }: Stores): Promise<Measurement> =>
  withClient(databaseUrl, async (client) => {
    await client.query(
      `create table tracking.page_views_2020_01 partition of tracking.page_views for values from (tracking.month_bound('2020-01-01')) to (tracking.month_bound('2020-02-01'))`,
    );
    await client.query(
      `insert into tracking.page_views (id, entered_at, session_id, page_path)
       select overlay(gen_random_uuid()::text placing left(tracking.month_bound('2020-01-02')::text, 13) from 1 for 13)::uuid, '2020-01-02', 'session_1577923200000_' || left(md5(n::text), 22), '/q1'
       from generate_series(1, ${MONTH_ROWS}) n`,
    );
    const ms = await withClient(trackingDatabaseUrl, async (service) => {
      const startedAt = performance.now();
      await service.query('select tracking.drop_oldest_month(25)');
      return performance.now() - startedAt;
    });
    return { name: `dropping a month of ${MONTH_ROWS} views`, value: ms, unit: 'ms', budget: 100 };
  });

/**
 * Measures page views against a bare server and a bare COPY. Redis syncs every write; PostgreSQL runs without fsync for
 * both.
 */
export const measureTracking = async ({ root, say }: TrackingBenchOptions): Promise<readonly Measurement[]> => {
  const stores = await startTestStores('disk');
  const bench = { root, stores };
  try {
    return [...(await measureSingles(bench, say)), ...(await measureBatches(bench, say)), await measureDrop(stores)];
  } finally {
    await stores.stop();
  }
};
