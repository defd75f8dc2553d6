import { freshStores } from '@course/test-kit/fresh-stores';
import { refreshAggregates } from '@course/test-kit/refresh-aggregates';
import type { Stores } from '@course/test-kit/test-stores';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NameBudget } from '../src/ingest/counted-names.ts';
import { startService, type Service } from '../src/service.ts';
import { aKey, aSessionId, anExit, envFor } from './support/builders.ts';
import { callsTo, resultsOf, type Calls } from './support/calls.ts';
import { aPool } from './support/pool.ts';
import { rowsIn } from './support/rows.ts';
import { until } from './support/until.ts';
import { aView, write } from './support/views.ts';
import { HOUR_MS } from './support/visits.ts';

const RANGE = [new Date(Date.now() - 2 * HOUR_MS), new Date(Date.now() + 2 * HOUR_MS)];
const VIEWS = 2000;
const VARIANTS = 500;
const AT_ONCE = 200;

let stores: Stores;
let owner: pg.Pool;
let analyst: pg.Pool;
let service: Service;
let calls: Calls;

beforeAll(async () => {
  stores = await freshStores();
  owner = aPool(stores.databaseUrl);
  analyst = aPool(stores.analystUrl);
  service = await startService(envFor(stores));
  calls = callsTo(service.port);
  await until('the service is ready', async () => (await calls.call('/readyz')).status === 200);
});

afterAll(async () => {
  await service.stop();
  await Promise.all([owner.end(), analyst.end()]);
  await stores.stop();
});

type Figures = Readonly<Record<string, string | number | null>>;
const ask = async (sql: string, values: unknown[] = RANGE): Promise<Figures[]> =>
  (await analyst.query<Figures>(sql, values)).rows;
const totalOf = (rows: readonly Figures[], name: string): number =>
  rows.reduce((sum, row) => sum + Number(row[name]), 0);
const timing = (): Promise<Figures[]> => ask('select * from analytics.page_timing($1, $2)');
const declared = async (): Promise<number> =>
  (await owner.query('select from tracking.counted_names where is_declared')).rowCount ?? 0;
const named = async (kind: string): Promise<number> =>
  (await owner.query('select from tracking.counted_names where kind = $1 and not is_declared', [kind])).rowCount ?? 0;

describe('thousands of paths and hundreds of variants from one address', () => {
  let sentBefore = 0;

  beforeAll(async () => {
    await until('new names are counted', async () => {
      const first = { sessionId: aSessionId(), pagePath: '/made-up-first', key: aKey(), exit: anExit() };
      expect(resultsOf(await calls.batch({ items: [first] })).every(({ status }) => status === 201)).toBe(true);
      sentBefore += 1;
      return (await named('path')) === 1;
    });
    for (let sent = 0; sent < VIEWS; sent += AT_ONCE) {
      const items = Array.from({ length: AT_ONCE }, (_, index) => ({
        sessionId: aSessionId(),
        pagePath: `/made-up-${sent + index}`,
        key: aKey(),
        variant: `variant ${(sent + index) % VARIANTS}`,
        exit: anExit(),
      }));
      expect(resultsOf(await calls.batch({ items })).every(({ status }) => status === 201)).toBe(true);
    }
  });

  it('are all counted', async () => {
    await expect.poll(async () => totalOf(await timing(), 'views')).toBe(VIEWS + sentBefore);
    await expect
      .poll(async () => totalOf(await ask('select * from analytics.conversion($1, $2)'), 'visitors'), {
        timeout: 20_000,
      })
      .toBe(VIEWS + sentBefore);
  });

  it('make the results only a few rows longer', async () => {
    expect((await timing()).map((row) => row['page_path'])).toContain('(other)');
    expect((await timing()).length).toBeLessThanOrEqual(11);
    expect((await ask('select * from analytics.conversion($1, $2)')).length).toBeLessThanOrEqual(7);
    expect((await ask('select * from analytics.variants()', [])).length).toBeLessThanOrEqual(7);
    expect((await ask('select * from analytics.live()', [])).length).toBeLessThanOrEqual(11);
    expect(await named('path')).toBe(10);
    expect(await named('variant')).toBe(6);
  });

  it('leave a bounded number of rows in the buckets', async () => {
    const { rows } = await owner.query<{ keys: string; variants: string }>(
      `select count(distinct key) as keys, count(distinct variant) as variants from rollups.metric_buckets where kind = 'page'`,
    );
    expect(Number(rows[0]?.keys)).toBeLessThanOrEqual(11);
    expect(Number(rows[0]?.variants)).toBeLessThanOrEqual(7);
  });

  it('are kept as the client sent them', async () => {
    const { rows } = await owner.query('select distinct page_path from tracking.page_views');
    expect(rows).toHaveLength(VIEWS + 1);
  });
});

describe('a name', () => {
  it('is counted separately once it is known, and what was counted before can still be subtracted', async () => {
    const { close, ...rows } = rowsIn(stores.databaseUrl);
    const early = aView(Date.now() - 2000, {
      pagePath: '/late-known',
      seconds: null,
      sessionId: 'late_1',
      variant: 'late variant',
    });
    const before = await timing();
    await write(owner, [early]);
    await owner.query(
      `insert into tracking.counted_names (kind, name, counts_from) values ('path', '/late-known', now() - interval '1 second'), ('variant', 'late variant', now() - interval '1 second')`,
    );
    // Its exit comes once the name is known.
    await write(owner, [{ ...early, seconds: 4 }]);
    await write(owner, [
      aView(Date.now(), { pagePath: '/late-known', seconds: 8, sessionId: 'late_2', variant: 'late variant' }),
    ]);
    await refreshAggregates(owner);
    const after = await timing();
    const figure = (all: readonly Figures[], path: string, name: string): number =>
      Number(all.find((row) => row['page_path'] === path)?.[name] ?? 0);
    for (const [name, increase] of [
      ['views', 1],
      ['exits', 1],
      ['began', 1],
      ['bounces', 1],
    ] as const) {
      expect([
        name,
        figure(after, '(other)', name) - figure(before, '(other)', name),
        figure(after, '/late-known', name),
      ]).toEqual([name, increase, 1]);
    }
    expect((await rows.bySession('late_1'))[0]).toMatchObject({ pagePath: '/late-known', variant: 'late variant' });
    await owner.query(`delete from tracking.page_views where session_id like 'late%'`);
    await refreshAggregates(owner);
    expect(figure(await timing(), '(other)', 'views')).toBe(figure(before, '(other)', 'views'));
    await close();
  });

  it('is not subtracted from a visit that was counted before, even if its clock is ahead', async () => {
    await refreshAggregates(owner);
    const counted = async () => ({
      variants: (await ask('select key, visitors from analytics.conversion($1, $2)')).filter(
        ({ visitors }) => visitors !== '0',
      ),
      releases: (await ask('select remote, release, visits from analytics.releases($1, $2)')).filter(
        ({ visits }) => visits !== '0',
      ),
    });
    await owner.query(`insert into rollups.remote_paths (path, remote) values ('/q1', 'mf-quiz')`);
    const before = await counted();
    const now = Date.now();
    const view = aView(now, {
      id: aKey(now + 60_000),
      sessionId: 'ahead',
      variant: 'variant of a clock ahead',
      release: 'abcdef0123456789abcd',
    });
    await write(owner, [view]);
    await refreshAggregates(owner);
    const during = await counted();
    expect(during.variants).not.toEqual(before.variants);
    expect(during.releases).not.toEqual(before.releases);
    await owner.query(
      `insert into tracking.counted_names (kind, name, counts_from)
       values ('variant', $1, clock_timestamp()), ('release', $2, clock_timestamp())`,
      [view.variant, view.release],
    );
    // A crawler's visit is not counted.
    await write(owner, [{ ...view, id: aKey(now + 61_000), isBot: true }]);
    await refreshAggregates(owner);
    expect(await counted()).toEqual(before);
  });

  it('is shown as (other) among the current pages until it is counted', async () => {
    await write(owner, [aView(Date.now() - 1000, { pagePath: '/live-late', sessionId: 'live_late' })]);
    await owner.query(
      `insert into tracking.counted_names (kind, name, counts_from) values ('path', '/live-late', clock_timestamp())`,
    );
    const shown = async () => (await ask('select * from analytics.live()', [])).map((row) => row['page_path']);
    expect(await shown()).not.toContain('/live-late');
    await write(owner, [aView(Date.now() + 1, { pagePath: '/live-late', sessionId: 'live_late' })]);
    expect(await shown()).toContain('/live-late');
  });

  it('that the product declares is known from the start and takes up no room', async () => {
    expect(await declared()).toBeGreaterThan(30);
    await write(owner, [aView(Date.now(), { pagePath: '/q7', sessionId: 'declared' })]);
    expect((await timing()).find((row) => row['page_path'] === '/q7')).toMatchObject({ views: '1' });
  });

  it.each([
    ['path', 300],
    ['variant', 40],
  ] as const)('of kind %s is one of at most %d, whoever adds them', async (kind, most) => {
    const tracking = aPool(stores.trackingDatabaseUrl);
    const names = Array.from({ length: most + 50 }, (_, index) => `/many-${index}`);
    expect((await tracking.query('select tracking.count_names($1, $2) as free', [kind, names])).rows).toEqual([
      { free: 0 },
    ]);
    expect(await named(kind)).toBe(most);
    await tracking.end();
  });
});

describe('one address', () => {
  const takes = (budget: NameBudget, kind: 'path' | 'variant', addresses: readonly string[]): number =>
    addresses.filter((address) => budget.take(kind, address)).length;

  it('may add ten paths and six variants', () => {
    const budget = new NameBudget();
    const times = Array.from({ length: 100 }, () => '192.0.2.1');
    expect([
      takes(budget, 'path', times),
      takes(budget, 'variant', times),
      takes(budget, 'path', ['192.0.2.2']),
    ]).toEqual([10, 6, 1]);
  });

  it('is a whole /64 of IPv6', () => {
    const times = Array.from({ length: 100 }, (_, index) => `2001:db8:1:2:${index.toString(16)}::1`);
    expect(takes(new NameBudget(), 'path', times)).toBe(10);
  });

  it('is recognised however it is written', () => {
    const budget = new NameBudget();
    const times = Array.from({ length: 10 }, () => '2001:db8:a::1');
    expect(takes(budget, 'path', times)).toBe(10);
    expect(takes(budget, 'path', ['2001:db8:a:0:1:2:3:4', '2001:DB8:A::2'])).toBe(0);
  });

  it('is refused once 1,000 others are tracked', () => {
    const times = Array.from({ length: 5000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
    expect(takes(new NameBudget(), 'path', times)).toBe(1000);
  });
});
