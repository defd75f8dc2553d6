import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PrismaClient } from '../src/generated/prisma/client.ts';
import { PageViewIds } from '../src/ingest/page-view-id.ts';
import { dropOldMonths, ensurePartitions } from '../src/refresher/months.ts';
import { aPool } from './support/pool.ts';

const MONTH = 'page_views_2031_05';
const IN_MONTH = Date.UTC(2031, 4, 31, 23, 59, 59, 999);
const ids = new PageViewIds(['a-key-of-this-test-0123']);

let service: pg.Pool;
let owner: pg.Pool;

let stores: Stores;
beforeAll(async () => {
  stores = await freshStores();
  service = aPool(stores.trackingDatabaseUrl);
  owner = aPool(stores.databaseUrl);
});

afterAll(async () => {
  await Promise.all([service.end(), owner.end()]);
  await stores.stop();
});

const partitionOf = async (id: string): Promise<string | undefined> => {
  const { rows } = await owner.query<{ name: string }>(
    'select tableoid::regclass::text as name from tracking.page_views where id = $1',
    [id],
  );
  return rows[0]?.name;
};

describe('the service’s role', () => {
  it.each([
    'drop table tracking.page_views',
    'create table tracking.mine (id int)',
    'delete from tracking.page_views',
    'truncate tracking.page_views',
    'select * from tracking._prisma_migrations',
    'alter table tracking.page_views add column x int',
    'create schema mine',
    'create table public.mine (id int)',
    "select tracking.month_bound('2026-01-01')",
    'select * from funnel.sessions',
    'select * from tracking.months',
    'drop table tracking.page_views_default',
  ])('may not %s', async (sql) => {
    await expect(service.query(sql)).rejects.toThrow(/permission denied|must be owner/);
  });

  it('may have partitions created, within limits', async () => {
    expect(await ensurePartitions(service)).toBe(0);
    await expect(service.query('select tracking.ensure_partitions(0, 25)')).rejects.toThrow('0 to 24');
  });
});

describe('partitions', () => {
  it('store an id by the month of its time', async () => {
    const now = new Date();
    const id = ids.fresh(now.getTime());
    await service.query('insert into tracking.page_views (id) values ($1)', [id]);
    expect(await partitionOf(id)).toBe(`tracking.page_views_${now.toISOString().slice(0, 7).replace('-', '_')}`);
  });

  it('accept any id, and take over from the default partition when their month is created', async () => {
    const id = ids.fresh(IN_MONTH);
    await service.query("insert into tracking.page_views (id, page_path) values ($1, '/kept')", [id]);
    expect(await partitionOf(id)).toBe('tracking.page_views_default');
    // As if today were in that month: the function's own body with another date.
    await owner.query(await functionBody("now() at time zone 'UTC'", "timestamp '2031-05-15'"));
    expect(await owner.query('select tracking.ensure_partitions(0, 0) as made')).toMatchObject({ rows: [{ made: 1 }] });
    expect(await partitionOf(id)).toBe(`tracking.${MONTH}`);
    await owner.query(await functionBody("timestamp '2031-05-15'", "now() at time zone 'UTC'"));
    await owner.query(`drop table tracking.${MONTH}`);
  });
});

const functionBody = async (from: string, to: string): Promise<string> => {
  const { rows } = await owner.query<{ sql: string }>(
    "select pg_get_functiondef('tracking.ensure_partitions(int, int)'::regprocedure) as sql",
  );
  const sql = rows[0]?.sql ?? '';
  if (!sql.includes(from)) throw new Error(`The function does not hold ${from}`);
  return sql.replace(from, to);
};

describe('old months', () => {
  const monthsBack = (months: number): Date => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
  };
  const nameOf = (day: Date): string => `page_views_${day.toISOString().slice(0, 7).replace('-', '_')}`;
  const make = async (months: number): Promise<{ name: string; id: string }> => {
    const [from, to] = [monthsBack(months), monthsBack(months - 1)];
    const name = nameOf(from);
    await owner.query(
      `create table tracking.${name} partition of tracking.page_views for values from (tracking.month_bound('${from.toISOString().slice(0, 10)}')) to (tracking.month_bound('${to.toISOString().slice(0, 10)}'))`,
    );
    const id = ids.fresh(from.getTime() + 1000);
    await service.query('insert into tracking.page_views (id) values ($1)', [id]);
    return { name, id };
  };
  const months = async (): Promise<string[]> =>
    (
      await owner.query<{ name: string }>('select partition_name as name from tracking.months order by first_day')
    ).rows.map(({ name }) => name);

  it('are dropped by the service’s role if they are beyond retention, and no others', async () => {
    const [oldest, older, kept] = [await make(8), await make(7), await make(6)];
    expect(await dropOldMonths(service, 6, AbortSignal.abort())).toEqual([]);
    expect(await dropOldMonths(service, 6)).toEqual([oldest.name, older.name]);
    expect(await months()).toEqual(expect.arrayContaining([kept.name, nameOf(monthsBack(0)), nameOf(monthsBack(2))]));
    expect([await partitionOf(oldest.id), await partitionOf(older.id), await partitionOf(kept.id)]).toEqual([
      undefined,
      undefined,
      `tracking.${kept.name}`,
    ]);
    expect(await dropOldMonths(service, 6)).toEqual([]);
    await owner.query(`drop table tracking.${kept.name}`);
  });

  it('take rows with them that arrived after they were dropped', async () => {
    const [late, recent] = [ids.fresh(monthsBack(9).getTime()), ids.fresh(Date.UTC(2031, 4, 2))];
    for (const id of [late, recent]) await service.query('insert into tracking.page_views (id) values ($1)', [id]);
    expect(await dropOldMonths(service, 6)).toEqual([]);
    expect([await partitionOf(late), await partitionOf(recent)]).toEqual([undefined, 'tracking.page_views_default']);
    await owner.query('delete from tracking.page_views where id = $1', [recent]);
  });

  it.each([0, 2, 1201])('are not dropped for an invalid number of months to keep: %d', async (keep) => {
    await expect(dropOldMonths(service, keep)).rejects.toThrow('3 to 1200');
  });

  it('wait for a lock for at most 2 s', async () => {
    const { name } = await make(8);
    const reader = await owner.connect();
    await reader.query('begin');
    await reader.query(`select 1 from tracking.page_views limit 1`);
    await expect(dropOldMonths(service, 6)).rejects.toThrow('lock timeout');
    await reader.query('rollback');
    reader.release();
    expect(await dropOldMonths(service, 6)).toEqual([name]);
  });
});

it('has every column that the Prisma schema names', async () => {
  const prisma = new PrismaClient({
    adapter: new PrismaPg({ connectionString: stores.trackingDatabaseUrl }),
  });
  const id = ids.fresh(Date.now());
  const whole = {
    id,
    enteredAt: new Date('2026-01-15T12:00:00.123Z'),
    exitedAt: new Date('2026-01-15T12:01:00.456Z'),
    timeSpentSeconds: 12.5,
    totalSeconds: 60.25,
    clamped: true,
    sessionId: 'session_x',
    pagePath: '/q1',
    variant: 'B',
    isBot: true,
    isOwner: true,
    release: '0123456789abcdef0123',
    isPreview: true,
    lcpSeconds: 1.5,
    inpSeconds: 0.25,
    cls: 0.125,
    ttfbSeconds: 0.5,
  };
  try {
    await prisma.pageView.create({ data: whole });
    expect(await prisma.pageView.findUnique({ where: { id } })).toEqual(whole);
    const { rows } = await owner.query(
      "select column_name from information_schema.columns where table_schema = 'tracking' and table_name = 'page_views'",
    );
    expect(rows).toHaveLength(Object.keys(whole).length);
  } finally {
    await prisma.$disconnect();
  }
});
