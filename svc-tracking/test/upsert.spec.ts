import { workerStores } from '@course/test-kit/fresh-stores';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PageViewEvent } from '../src/stream/event-lines.ts';
import { mergeById } from '../src/writer/merge.ts';
import { rowOf } from '../src/stream/page-view-row.ts';
import type { PageViewRow } from '../src/stream/row.ts';
import { upsert } from '../src/writer/upsert.ts';
import { rowsByOracle } from './support/oracle.ts';
import { asRead, someEvents } from './support/random-events.ts';
import { rowsIn, type Row, type Rows } from './support/rows.ts';

const mergeEvents = (events: readonly PageViewEvent[]) => mergeById(events.map(rowOf));

let pool: pg.Pool;
let rows: Rows;

beforeAll(() => {
  const stores = workerStores();
  pool = new pg.Pool({ connectionString: stores.trackingDatabaseUrl, max: 2 });
  rows = rowsIn(stores.databaseUrl);
});

afterAll(async () => {
  await pool.end();
  await rows.close();
});

const asPageView = (row: Row): PageViewRow => ({
  id: row.id,
  enteredAt: row.entered_at?.getTime() ?? null,
  exitedAt: row.exited_at?.getTime() ?? null,
  timeSpentSeconds: row.time_spent_seconds,
  totalSeconds: row.total_seconds,
  clamped: row.clamped,
  sessionId: row.session_id,
  pagePath: row.page_path,
  variant: row.variant,
  isBot: row.is_bot,
  isOwner: row.is_owner,
  release: row.release,
  isPreview: row.is_preview,
  lcpSeconds: row.lcp_seconds,
  inpSeconds: row.inp_seconds,
  cls: row.cls,
  ttfbSeconds: row.ttfb_seconds,
});

it('merges in the table as in memory, in whatever order and however often events are read', async () => {
  let next = 0;
  const readings = fc
    .constant(null)
    .chain(() => someEvents(4, (next += 4)))
    .chain((events) => asRead(events).map((batches) => ({ events, batches })));
  await fc.assert(
    fc.asyncProperty(readings, async ({ events, batches }) => {
      for (const batch of batches) await upsert(pool, mergeEvents(batch));
      const expected = rowsByOracle(events);
      const found = await rows.byIds(expected.map(({ id }) => id));
      await rows.pool.query('delete from tracking.page_views where id = any($1::uuid[])', [
        expected.map(({ id }) => id),
      ]);
      expect(found.map(asPageView).sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(expected);
    }),
    { numRuns: 150 },
  );
});

it('writes nothing when it learns nothing', async () => {
  const id = '019bbee9-4000-7000-8000-ffffffffffff';
  const event = { kind: 'exit' as const, id, exitedAt: Date.UTC(2026, 0, 15), timeSpentSeconds: 12.34, clamped: false };
  const version = async () =>
    (await rows.pool.query<{ xmin: string }>('select xmin from tracking.page_views where id = $1', [id])).rows[0]?.xmin;
  await upsert(pool, mergeEvents([event]));
  const before = await version();
  await upsert(pool, mergeEvents([event]));
  expect(before).toBeDefined();
  expect(await version()).toBe(before);
});
