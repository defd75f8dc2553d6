import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../src/generated/prisma/client.ts';
import { claimDueCourses } from '../src/course/sending/due-lessons.ts';

/** Prints how long it takes to find 50 due lessons among 1,000 and among 100,000 courses: medians, in ms. */
const [connectionString = ''] = process.argv.slice(2);
const ROUNDS = 41;
const DUE = 50;

const grow = async (database: pg.Client, count: number): Promise<void> => {
  await database.query(`insert into funnel.sessions (id) values ('session_bulk') on conflict do nothing`);
  await database.query(
    `with checkout as (
       insert into funnel.checkouts (id, session_id, plan, pricing, amount_cents, currency, return_origin, livemode, status)
       select gen_random_uuid(), 'session_bulk', '4week', 'discounted', 2240, 'usd', 'bulk', false, 'paid' from generate_series(1, $1::int) returning *
     ), bought as (
       insert into funnel.orders (id, checkout_id, session_id, email, plan, pricing, amount_cents, currency, status, livemode, paid_at)
       select gen_random_uuid(), id, session_id, 'bulk', plan, pricing, amount_cents, currency, 'paid', false, now() from checkout
       on conflict (number) do nothing returning id
     )
     insert into funnel.courses (order_id, email, time_zone, days, week_order, status, next_due_at)
     select id, 'bulk', 'UTC', 28, array[1], 'active', now() + interval '1 hour' + random() * interval '1 day' from bought`,
    [count],
  );
  await database.query('analyze funnel.courses');
};

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const time = async (prisma: PrismaClient): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    const found = await claimDueCourses(prisma, new Date('2000-01-02'), 500);
    times.push(performance.now() - startedAt);
    if (found.length !== DUE) throw new Error(`found ${found.length} courses`);
  }
  return median(times);
};

const database = new pg.Client({ connectionString });
await database.connect();
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString, max: 1 }) });
await database.query(`update funnel.courses set next_due_at = '9999-01-01' where status = 'active'`);
await grow(database, 1000);
await database.query(
  `update funnel.courses set next_due_at = '2000-01-01' where order_id in (select order_id from funnel.courses where email = 'bulk' limit ${DUE})`,
);
const few = await time(prisma);
await grow(database, 99_000);
const many = await time(prisma);
process.stdout.write(JSON.stringify({ few, many }));
await prisma.$disconnect();
await database.end();
