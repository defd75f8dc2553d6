import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withClient } from '@course/ops/postgres/client';
import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import { throughCopy } from './postgres-copy.ts';
import { prepareMonths, refreshAggregates } from './database.ts';
import { ORDER_TABLES, removeSeeded } from './remove.ts';
import { readSeedState, requireUnseeded } from './seed-state.ts';
import { visitors } from './visitors.ts';
import { writeVisitors } from './write.ts';

const DAYS = 10;
const VISITORS = 60;
const { signal } = new AbortController();
const UNTIL = Date.now();
const crowd = () => visitors({ visitors: VISITORS, days: DAYS, until: UNTIL, seed: 5 });

let stores: Stores;
beforeAll(async () => {
  stores = await freshStores();
});
afterAll(() => stores.stop());

const sql = <Row extends object>(text: string, url = stores.databaseUrl) =>
  withClient(url, async (client) => (await client.query<Row>(text)).rows);

const seed = () =>
  withClient(stores.databaseUrl, async (client) => {
    await prepareMonths(client, DAYS);
    const written = await writeVisitors({
      visitors: crowd(),
      write: throughCopy(client),
      onProgress: () => undefined,
      signal,
    });
    await refreshAggregates(client, signal);
    return written;
  });

const remove = () =>
  withClient(stores.databaseUrl, async (client) => {
    const removed = await removeSeeded(client, { onProgress: () => undefined, signal });
    await refreshAggregates(client, signal);
    return removed;
  });

const TABLES = [
  'funnel.sessions',
  'funnel.responses',
  'funnel.checkouts',
  'funnel.orders',
  'tracking.page_views',
  'funnel.courses',
  'funnel.deliveries',
  'rollups.visits',
  'rollups.sales',
  'rollups.deltas',
  'rollups.changed_views',
  'funnel.changes',
  'rollups.counted_answers',
];
const COUNTS = `select ${TABLES.map((table) => `(select count(*)::int from ${table}) as "${table}"`).join(', ')}`;
const counts = async () => (await sql<Record<string, number>>(COUNTS))[0] ?? {};

const RANGE = `now() - interval '${DAYS + 1} days', now() + interval '1 hour'`;

/** A visitor who was not seeded. */
const REAL = 'session_1790000000000_aaaaaaaaaaaaaaaaaaaaaa';
const addReal = () =>
  sql(`insert into funnel.sessions (id) values ('${REAL}'); insert into funnel.changes (session_id) values ('${REAL}');
    insert into tracking.page_views (id, entered_at, session_id, page_path, time_spent_seconds) values (uuidv7(), now(), '${REAL}', '/q1', 3)`);

const seedState = () => withClient(stores.databaseUrl, readSeedState);

describe('seeding', () => {
  let written: Awaited<ReturnType<typeof seed>>;
  beforeAll(async () => {
    written = await seed();
  });

  it('writes what was generated, page views to the partitions of their months, and nothing that would send a mail', async () => {
    const generated = [...crowd()];
    expect(await counts()).toMatchObject({
      'funnel.sessions': VISITORS,
      'funnel.responses': generated.flatMap(({ answers }) => answers).length,
      'funnel.checkouts': generated.filter(({ checkout }) => checkout).length,
      'funnel.orders': written.orders,
      'tracking.page_views': written.views,
      'funnel.courses': 0,
      'funnel.deliveries': 0,
    });
    expect(written.orders).toBeGreaterThan(0);
    expect(await sql('select count(*)::int as n from tracking.page_views_default')).toEqual([{ n: 0 }]);
    expect(await sql(`select count(*)::int as n from graphile_worker.jobs`)).toEqual([{ n: 0 }]);
    expect(
      await sql(
        `select 1 from funnel.orders where livemode or email not like '%@seed.invalid' or provider_payment_id is not null`,
      ),
    ).toEqual([]);
  });

  it('is counted as generated: everybody except crawlers, with their orders', async () => {
    const people = [...crowd()].filter(({ isBot }) => !isBot);
    const orders = people.flatMap(({ checkout }) => (checkout?.order ? [{ ...checkout, ...checkout.order }] : []));
    const [totals] = await sql<object>(
      `select sum(visitors)::int as visitors, sum(buyers)::int as buyers, sum(gross_cents)::int as gross, sum(net_cents)::int as net from analytics.conversion(${RANGE}, 'variant')`,
      stores.analystUrl,
    );
    const gross = orders.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const refunded = orders.reduce((sum, { refundedCents }) => sum + refundedCents, 0);
    expect(totals).toEqual({ visitors: people.length, buyers: orders.length, gross, net: gross - refunded });
    const [views] = await sql<object>(
      `select sum(views)::int as views from analytics.page_timing(${RANGE})`,
      stores.analystUrl,
    );
    expect(views).toEqual({ views: people.flatMap((visitor) => visitor.views).length });
  });

  it('refuses to seed again', async () => {
    const found = await seedState();
    expect(() => requireUnseeded(found)).toThrow(`${VISITORS} seeded visitors already`);
  });
});

describe('removing', () => {
  beforeEach(async () => void (await remove()));

  it('removes everything that was seeded and leaves real visitors, in rows and aggregates', async () => {
    await addReal();
    await withClient(stores.databaseUrl, (client) => refreshAggregates(client, signal));
    const before = await counts();
    const written = await seed();
    expect(await remove()).toEqual({ visitors: VISITORS, views: written.views });
    expect(await counts()).toEqual(before);
    const found = await seedState();
    expect(() => requireUnseeded(found)).not.toThrow();
    const timing = await sql<{ page_path: string; views: string }>(
      `select page_path, views from analytics.page_timing(${RANGE})`,
      stores.analystUrl,
    );
    expect(timing).toEqual([{ page_path: '/q1', views: '1' }]);
    expect(
      await sql(
        `select sum(orders)::int as orders, sum(visitors)::int as visitors from analytics.conversion(${RANGE}, 'variant')`,
        stores.analystUrl,
      ),
    ).toEqual([{ orders: 0, visitors: 1 }]);
  });

  it('removes what was only written in part, and page views that arrived late', async () => {
    const before = await counts();
    await seed();
    await sql(
      `delete from tracking.page_views where id in (select id from tracking.page_views where session_id like '%seeded%' order by id limit 100)`,
    );
    await remove();
    expect(await counts()).toEqual(before);
    await sql(
      `insert into tracking.page_views (id, entered_at, session_id, page_path) values (uuidv7(), now(), 'session_1790000000000_seeded--aaaaaaaaaaaaaaaaaaaaaa', '/q1')`,
    );
    await withClient(stores.databaseUrl, (client) => refreshAggregates(client, signal));
    await remove();
    expect(await counts()).toEqual(before);
  });
});

it('knows every table that refers to an order', async () => {
  const tables = await sql<{ name: string }>(
    `select relname as name from pg_constraint join pg_class on pg_class.oid = conrelid where contype = 'f' and confrelid = 'funnel.orders'::regclass`,
  );
  expect([...ORDER_TABLES].toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});

describe('a database with real orders', () => {
  it('refuses seeded visitors', async () => {
    await sql(`insert into funnel.sessions (id) values ('payer');
      insert into funnel.checkouts (id, session_id, plan, pricing, amount_cents, currency, return_origin, livemode, status) values ('00000000-0000-4000-8000-000000000001', 'payer', '4week', 'discounted', 2240, 'usd', 'http://localhost', true, 'paid');
      insert into funnel.orders (id, checkout_id, session_id, email, plan, pricing, amount_cents, currency, status, livemode, paid_at)
        values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'payer', 'a@b.example', '4week', 'discounted', 2240, 'usd', 'paid', true, now())`);
    const found = await seedState();
    expect(() => requireUnseeded(found)).toThrow(/1 orders that were paid for/);
    await remove();
    expect((await seedState()).liveOrders).toBe(1);
  });
});
