import { withClient } from '@course/ops/postgres/client';
import type { Stores } from '@course/test-kit/test-stores';
import type { Measurement } from './measurement.ts';

const ROWS = 300_000;

/** Drops a month of rows as the writer does it. */
export const measureDrop = ({ databaseUrl, trackingDatabaseUrl }: Stores): Promise<Measurement> =>
  withClient(databaseUrl, async (client) => {
    await client.query(
      `create table tracking.page_views_2020_01 partition of tracking.page_views for values from (tracking.month_bound('2020-01-01')) to (tracking.month_bound('2020-02-01'))`,
    );
    await client.query(
      `insert into tracking.page_views (id, entered_at, session_id, page_path)
       select overlay(gen_random_uuid()::text placing left(tracking.month_bound('2020-01-02')::text, 13) from 1 for 13)::uuid, '2020-01-02', 'session_1577923200000_' || left(md5(n::text), 22), '/q1'
       from generate_series(1, ${ROWS}) n`,
    );
    const ms = await withClient(trackingDatabaseUrl, async (service) => {
      const startedAt = performance.now();
      await service.query('select tracking.drop_oldest_month(25)');
      return performance.now() - startedAt;
    });
    return { name: `dropping a month of ${ROWS} views`, value: ms, unit: 'ms', budget: 100 };
  });
