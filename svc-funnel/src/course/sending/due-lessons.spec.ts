import { workerStores } from '@course/test-kit/fresh-stores';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { query, type Row } from '../../../test/database.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { Db } from '../../platform/prisma.ts';
import { claimDueCourses, queueDueLessons } from './due-lessons.ts';
import { aPrisma, anEnrolled, pauseOthers } from '../../../test/courses.ts';
import { courseOf, deliveriesOf, jobsOf, type AnOrder } from '../../../test/orders.ts';

const prisma = aPrisma();
afterAll(() => prisma.onApplicationShutdown());
beforeEach(() => pauseOthers());

const start = new Date('2026-05-04T03:00:00Z');
const enrolled = (options: Parameters<typeof anEnrolled>[2] = {}): Promise<AnOrder> =>
  anEnrolled(prisma, start, { checkoutZone: 'Europe/Berlin', ...options });
const lessonsOf = async (order: AnOrder): Promise<Row[]> =>
  (await deliveriesOf(order)).filter(({ kind }) => kind === 'lesson');
const queueDueAt = (iso: string) => queueDueLessons(prisma, { now: new Date(iso), sendHour: 7 });

it('queues a lesson with its job when it is due, and not before', async () => {
  const order = await enrolled();
  await queueDueAt('2026-05-04T04:59:59Z');
  expect(await lessonsOf(order)).toEqual([]);
  await queueDueAt('2026-05-04T05:00:00Z');
  const [lesson, ...others] = await lessonsOf(order);
  expect(others).toEqual([]);
  expect(lesson).toMatchObject({ place: 1, status: 'queued', due_at: new Date('2026-05-04T05:00:00Z') });
  expect(lesson?.['message_id']).toMatch(new RegExp(`^<${String(lesson?.['id'])}@.+>$`));
  const jobs = (await jobsOf(order)).map(({ id }) => id);
  // The `jobs` view has no payloads, but rescheduling jobs without a change returns them whole.
  expect(
    await query('select payload, priority from graphile_worker.reschedule_jobs($1::bigint[])', [jobs]),
  ).toContainEqual({ payload: { deliveryId: lesson?.['id'] }, priority: 10 });
  expect(await courseOf(order)).toMatchObject({ lessons_queued: 1, next_due_at: new Date('2026-05-05T05:00:00Z') });
});

it('queues each lesson once when several processes run concurrently', async () => {
  const orders: AnOrder[] = [];
  while (orders.length < 12) orders.push(await enrolled());
  await Promise.all([
    queueDueAt('2026-05-04T05:00:10Z'),
    queueDueAt('2026-05-04T05:00:10Z'),
    queueDueAt('2026-05-04T05:00:11Z'),
  ]);
  for (const order of orders) expect(await lessonsOf(order)).toHaveLength(1);
});

it('waits for the previous lesson, so that no burst follows days without a mail server', async () => {
  const order = await enrolled();
  await queueDueAt('2026-05-04T05:00:00Z');
  await queueDueAt('2026-05-05T05:00:00Z');
  await queueDueAt('2026-05-06T05:00:00Z');
  expect(await lessonsOf(order)).toHaveLength(1);
  await query(`update funnel.deliveries set status = 'sent', sent_at = now() where order_id = $1`, [order.id]);
  await queueDueAt('2026-05-06T05:01:00Z');
  expect(await lessonsOf(order)).toHaveLength(1);
  await queueDueAt('2026-05-07T05:00:00Z');
  expect((await lessonsOf(order)).map(({ place }) => place)).toEqual([1, 2]);
});

it('finishes after the last lesson', async () => {
  const order = await enrolled();
  for (let day = 4; day <= 12; day += 1) {
    await queueDueAt(`2026-05-${String(day).padStart(2, '0')}T05:00:00Z`);
    await query(`update funnel.deliveries set status = 'sent', sent_at = now() where order_id = $1`, [order.id]);
  }
  expect((await lessonsOf(order)).map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(await courseOf(order)).toMatchObject({
    status: 'finished',
    next_due_at: null,
    finished_at: new Date('2026-05-10T05:00:00Z'),
  });
});

it('rolls back a batch that fails halfway', async () => {
  const order = await enrolled();
  const crashing = {
    $transaction: (work: (db: Db) => Promise<number>) =>
      prisma.$transaction(async (db) => {
        expect(await work(db)).toBe(1);
        throw new Error('power cut');
      }),
  } as unknown as PrismaClient;
  await expect(queueDueLessons(crashing, { now: new Date('2026-05-04T05:00:00Z'), sendHour: 7 })).rejects.toThrow(
    'power cut',
  );
  expect(await lessonsOf(order)).toEqual([]);
  expect(await courseOf(order)).toMatchObject({ lessons_queued: 0, next_due_at: new Date('2026-05-04T05:00:00Z') });
  await queueDueAt('2026-05-04T05:00:00Z');
  expect(await lessonsOf(order)).toHaveLength(1);
});

it('handles more courses than fit in one batch', async () => {
  const orders = await Promise.all(Array.from({ length: 5 }, () => enrolled()));
  expect(await queueDueLessons(prisma, { now: new Date('2026-05-04T05:00:00Z'), sendHour: 7, batch: 2 })).toBe(5);
  for (const order of orders) expect(await lessonsOf(order)).toHaveLength(1);
});

describe('with 20,000 courses', () => {
  const DUE = 50;
  interface Plan {
    readonly 'Node Type': string;
    readonly 'Index Name'?: string;
    readonly 'Relation Name'?: string;
    readonly 'Actual Rows': number;
    readonly 'Rows Removed by Filter'?: number;
    readonly Plans?: readonly Plan[];
  }
  const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

  /** Returns a query's plan in place of its rows. */
  const explaining = (client: pg.Client) => ({
    $queryRaw: async (parts: TemplateStringsArray, ...values: unknown[]) =>
      (
        await client.query(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${parts.reduce((sql, part, index) => `${sql}$${index}${part}`)}`,
          values,
        )
      ).rows,
  });

  it('finds due courses through the index on the next due time, and reads no other course', async () => {
    const { sessionId } = await enrolled();
    const client = new pg.Client({ connectionString: workerStores().databaseUrl });
    await client.connect();
    // Rolled back, so that other tests do not see these rows.
    await client.query('BEGIN');
    try {
      await client.query(
        `INSERT INTO funnel.checkouts (id, session_id, plan, pricing, amount_cents, currency, return_origin, livemode, status)
         SELECT gen_random_uuid(), $1, '1week', 'discounted', 776, 'usd', 'bulk', false, 'paid' FROM generate_series(1, 20000)`,
        [sessionId],
      );
      // Two of this many random order numbers may collide.
      await client.query(
        `INSERT INTO funnel.orders (id, checkout_id, session_id, email, plan, pricing, amount_cents, currency, status, livemode, paid_at)
         SELECT gen_random_uuid(), id, session_id, 'bulk', plan, pricing, amount_cents, currency, 'paid', false, now() FROM funnel.checkouts WHERE return_origin = 'bulk'
         ON CONFLICT (number) DO NOTHING`,
      );
      await client.query(
        `INSERT INTO funnel.courses (order_id, email, time_zone, days, week_order, status, next_due_at)
         SELECT id, email, 'UTC', 7, ARRAY[1], 'active', now() + random() * interval '1 day' FROM funnel.orders WHERE email = 'bulk'`,
      );
      await client.query(
        `UPDATE funnel.courses SET next_due_at = now() - interval '1 minute' WHERE order_id IN (SELECT order_id FROM funnel.courses WHERE email = 'bulk' LIMIT ${DUE})`,
      );
      await client.query('ANALYZE funnel.courses');
      const [row] = (await claimDueCourses(explaining(client) as unknown as Db, new Date(), 500)) as unknown as {
        'QUERY PLAN': { Plan: Plan }[];
      }[];
      const plan = row?.['QUERY PLAN'][0]?.Plan ?? expect.fail('no plan');
      const nodes = nodesOf(plan);
      const courseScans = nodes.filter((node) => node['Relation Name'] === 'courses');
      expect(nodes.map((node) => node['Index Name'])).toContain('courses_next_due_at_idx');
      expect(courseScans.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      expect(plan['Actual Rows']).toBeGreaterThanOrEqual(DUE);
      expect(courseScans.map((node) => [node['Actual Rows'], node['Rows Removed by Filter'] ?? 0])).toEqual([
        [plan['Actual Rows'], 0],
      ]);
    } finally {
      await client.query('ROLLBACK');
      await client.end();
    }
  });
});
