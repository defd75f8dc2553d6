import { randomUUID } from 'node:crypto';
import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aSessionId } from './support/builders.ts';
import { addOrder, addSession } from './support/funnel-rows.ts';
import { aPool } from './support/pool.ts';
import { DAY_MS } from './support/visits.ts';

const SENT = new Date('2026-05-04T07:00:00Z');

let stores: Stores;
let owner: pg.Pool;
let analyst: pg.Pool;
beforeAll(async () => {
  stores = await freshStores();
  owner = aPool(stores.databaseUrl);
  analyst = aPool(stores.analystUrl);
});
afterAll(async () => {
  await owner.end();
  await analyst.end();
  await stores.stop();
});

interface Reading {
  /** Lessons by place; empty for a course that is planned in weeks. */
  readonly lessonIds?: readonly string[];
  readonly weekOrder?: readonly number[];
  /** Places of the lessons that were sent, one per day, and of those that are done. */
  readonly sent: readonly number[];
  readonly done?: readonly number[];
  readonly live?: boolean;
  readonly variant?: string;
  readonly stopReason?: string;
}

async function addReader(reading: Reading): Promise<void> {
  const {
    weekOrder = [1, 2, 3, 4],
    lessonIds = [],
    sent,
    done = [],
    live = true,
    variant = null,
    stopReason,
  } = reading;
  const id = aSessionId();
  await addSession(owner, { id, at: SENT.getTime() - DAY_MS, variant });
  const orderId = await addOrder(owner, { sessionId: id, at: SENT.getTime() - DAY_MS, live });
  await owner.query(
    `insert into funnel.courses (order_id, email, time_zone, days, week_order, lesson_ids, status, stop_reason, finished_at)
     values ($1, 'a@b.example', 'UTC', 28, $2, $3, $4, $5, now())`,
    [orderId, weekOrder, lessonIds, stopReason === undefined ? 'finished' : 'stopped', stopReason ?? null],
  );
  for (const place of sent)
    await owner.query(
      `insert into funnel.deliveries (id, order_id, kind, place, message_id, status, due_at, sent_at) values ($1, $2, 'lesson', $3, $4, 'sent', $5, $5)`,
      [randomUUID(), orderId, place, `<${randomUUID()}@test>`, new Date(SENT.getTime() + (place - 1) * DAY_MS)],
    );
  for (const place of done)
    await owner.query('insert into funnel.lesson_marks (order_id, place, done_at) values ($1, $2, now())', [
      orderId,
      place,
    ]);
}

const completion = async (days: number, variant: string | null = null) => {
  await owner.query('select rollups.refresh()');
  const { rows } = await analyst.query<Record<string, unknown>>(
    'select * from analytics.lesson_completion($1, $2, $3)',
    [SENT, new Date(SENT.getTime() + days * DAY_MS), variant],
  );
  return rows;
};

it('counts lessons by their file, whatever their place, and leaves out sandbox orders and erased readers', async () => {
  expect(await completion(7)).toEqual([]);
  await owner.query(
    `insert into tracking.counted_names (kind, name, counts_from) values ('variant', 'b', '2026-01-01')`,
  );
  await addReader({ sent: [1, 2, 8], done: [1, 2] });
  await addReader({ weekOrder: [2, 1, 3, 4], sent: [1, 2, 8], done: [8], variant: 'b' });
  await addReader({ sent: [1], done: [1], live: false });
  await addReader({ sent: [1], done: [1], stopReason: 'erased' });
  await addReader({ sent: [1], stopReason: 'unsubscribed' });
  expect(await completion(60)).toEqual([
    { lesson: 'day-01', sent: '3', done: '2', completion: 2 / 3 },
    { lesson: 'day-02', sent: '1', done: '1', completion: 1 },
    { lesson: 'day-08', sent: '2', done: '0', completion: 0 },
    { lesson: 'day-09', sent: '1', done: '0', completion: 0 },
  ]);
  expect(await completion(1)).toMatchObject([
    { lesson: 'day-01', sent: '2', done: '1' },
    { lesson: 'day-08', sent: '1', done: '0' },
  ]);
  expect(await completion(60, 'b')).toMatchObject([
    { lesson: 'day-01', sent: '1', done: '1' },
    { lesson: 'day-08', sent: '1', done: '0' },
    { lesson: 'day-09', sent: '1', done: '0' },
  ]);
  await addReader({ lessonIds: ['start-expert', 'day-02'], sent: [1, 2], done: [1] });
  expect(await completion(60)).toMatchObject([
    { lesson: 'day-01', sent: '3' },
    { lesson: 'day-02', sent: '2', done: '1' },
    { lesson: 'day-08' },
    { lesson: 'day-09' },
    { lesson: 'start-expert', sent: '1', done: '1' },
  ]);
});
