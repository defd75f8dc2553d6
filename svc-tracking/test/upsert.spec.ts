import { workerStores } from '@course/test-kit/fresh-stores';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowOfEvent, type PageViewEvent } from '../src/stream/event-lines.ts';
import { mergeById } from '../src/writer/merge.ts';
import { pageViewRepository } from '../src/writer/page-view.repository.ts';
import { rowsByOracle } from './support/oracle.ts';
import { aPool } from './support/pool.ts';
import { asRead, someEvents } from './support/random-events.ts';
import { rowsIn, type Rows } from './support/rows.ts';

const mergeEvents = (events: readonly PageViewEvent[]) => mergeById(events.map(rowOfEvent));

let pool: pg.Pool;
let rows: Rows;

beforeAll(() => {
  const stores = workerStores();
  pool = aPool(stores.trackingDatabaseUrl);
  rows = rowsIn(stores.databaseUrl);
});

afterAll(async () => {
  await pool.end();
  await rows.close();
});

it('merges in the table as in memory, in whatever order and however often events are read', async () => {
  let next = 0;
  const readings = fc
    .constant(null)
    .chain(() => someEvents(4, (next += 4)))
    .chain((events) => asRead(events).map((batches) => ({ events, batches })));
  await fc.assert(
    fc.asyncProperty(readings, async ({ events, batches }) => {
      for (const batch of batches) await pageViewRepository(pool).upsert(mergeEvents(batch));
      const expected = rowsByOracle(events);
      const found = await rows.byIds(expected.map(({ id }) => id));
      await rows.pool.query('delete from tracking.page_views where id = any($1::uuid[])', [
        expected.map(({ id }) => id),
      ]);
      expect(found).toEqual(expected);
    }),
    { numRuns: 150 },
  );
});

it('writes nothing when nothing changes', async () => {
  const id = '019bbee9-4000-7000-8000-ffffffffffff';
  const event = { kind: 'exit' as const, id, exitedAt: Date.UTC(2026, 0, 15), timeSpentSeconds: 12.34, clamped: false };
  const version = async () =>
    (await rows.pool.query<{ xmin: string }>('select xmin from tracking.page_views where id = $1', [id])).rows[0]?.xmin;
  await pageViewRepository(pool).upsert(mergeEvents([event]));
  const before = await version();
  await pageViewRepository(pool).upsert(mergeEvents([event]));
  expect(before).toBeDefined();
  expect(await version()).toBe(before);
});
