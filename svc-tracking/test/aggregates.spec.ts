import { seededRandom, type Random, testSeed } from '@course/test-kit/seeded-random';
import { writeKnownVisits } from '@course/test-kit/known-visits';
import { freshStores } from '@course/test-kit/fresh-stores';
import { refreshAggregates } from '@course/test-kit/refresh-aggregates';
import type { Stores } from '@course/test-kit/test-stores';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refresh } from '../src/refresher/refresh.ts';
import { aPool } from './support/pool.ts';
import { aView, addCountedNames, write, type TestView } from './support/views.ts';
import { DAY_MS, HOUR_MS } from './support/visits.ts';

const NOW = Date.now();
const OLDEST = NOW - 20 * DAY_MS;
const PATHS = ['/', '/q1', '/q2', '/privacy', '/sales002'];
const VARIANTS = [null, 'A', 'B'];
/** `npm run test:long` uses all three. */
const SEEDS = seededRandom(testSeed()).sample([1, 2, 3], Number(process.env['AGGREGATE_SEEDS'] ?? 1));

let stores: Stores;
let owner: pg.Pool;
let service: pg.Pool;
let analyst: pg.Pool;

beforeAll(async () => {
  stores = await freshStores();
  owner = aPool(stores.databaseUrl);
  service = aPool(stores.trackingDatabaseUrl);
  analyst = aPool(stores.analystUrl);
  await addCountedNames(owner, ['A', 'B']);
  // As if the product had begun long ago, so that larger buckets are built while the test runs.
  await owner.query(
    `update rollups.levels set built_until = date_bin(width, now() - interval '130 days', timestamptz '2000-01-01Z') where level > 0`,
  );
});

afterAll(async () => {
  await Promise.all([owner.end(), service.end(), analyst.end()]);
  await stores.stop();
});

const pick = <T>(random: Random, values: readonly T[]): T => values[random.below(values.length)] as T;

const aRandomView = (random: Random): TestView =>
  aView(OLDEST + random.below(20 * DAY_MS), {
    pagePath: pick(random, PATHS),
    variant: pick(random, VARIANTS),
    sessionId: `session_${random.below(200)}`,
    seconds: random.below(5) === 0 ? null : Math.exp(random.below(1000) / 100 - 2),
    isBot: random.below(20) === 0,
    isOwner: random.below(20) === 0,
  });

/** The exact figures, computed from the rows. */
const EXACT = `
  select page_path, count(*)::int as views, count(time_spent_seconds)::int as exits, avg(time_spent_seconds) as mean,
    percentile_disc(array[0.5, 0.75, 0.9, 0.99]) within group (order by time_spent_seconds) as percentiles
  from tracking.page_views
  where rollups.id_time(id) >= $1 and rollups.id_time(id) < $2 and ($3::text is null or variant = $3) and not is_bot and not is_owner and page_path is not null
  group by 1 order by 2 desc, 1`;

const compare = async (from: Date, to: Date, variant: string | null): Promise<void> => {
  const { rows: exact } = await owner.query<{
    page_path: string;
    views: number;
    exits: number;
    mean: number;
    percentiles: number[] | null;
  }>(EXACT, [from, to, variant]);
  const { rows: reported } = await analyst.query<Record<string, number | string>>(
    'select * from analytics.page_timing($1, $2, $3)',
    [from, to, variant],
  );
  expect(reported.map(({ page_path: path, views, exits }) => [path, Number(views), Number(exits)])).toEqual(
    exact.map((row) => [row.page_path, row.views, row.exits]),
  );
  exact.forEach((row, index) => {
    const actual = reported[index];
    expect(actual?.['mean_seconds'] ?? null).toSatisfy((mean: number | null) =>
      row.mean === null ? mean === null : Math.abs(Number(mean) - row.mean) < 0.002,
    );
    ['p50', 'p75', 'p90', 'p99'].forEach((name, place) => {
      const percentile = row.percentiles?.[place];
      if (percentile === undefined) return expect(actual?.[`${name}_seconds`]).toBeNull();
      expect(Math.abs(Number(actual?.[`${name}_seconds`]) / percentile - 1)).toBeLessThanOrEqual(0.01);
    });
  });
};

/** Finds larger buckets, of any kind, that are not the sum of their hours. */
const WRONG_BUCKETS = `
  with totals as (
    select kind, variant, key, level, starts_at, n, timed, sum_ms, histogram from rollups.metric_buckets where level > 0
    union all
    select s.kind, s.variant, s.key, l.level, date_bin(l.width, s.starts_at, timestamptz '2000-01-01Z'), -s.n, -s.timed, -s.sum_ms, -s.histogram
    from rollups.metric_buckets s join rollups.levels l on l.level > 0 and s.starts_at < l.built_until
    where s.level = 0
  )
  select kind, level, count(*)::int as buckets
  from (
    select kind, level from totals group by kind, variant, key, level, starts_at
    having sum(n) <> 0 or sum(timed) <> 0 or sum(sum_ms) <> 0 or sum(histogram) <> 0
  ) as wrong
  group by 1, 2 order by 1, 2`;

const expectBucketsToAddUp = async (): Promise<void> => expect((await owner.query(WRONG_BUCKETS)).rows).toEqual([]);

const someRange = (random: Random): [Date, Date] => {
  const hours = (20 * DAY_MS) / HOUR_MS;
  const first = random.below(hours);
  const begin = Math.floor(OLDEST / HOUR_MS) * HOUR_MS;
  return [new Date(begin + first * HOUR_MS), new Date(begin + (first + 1 + random.below(hours - first)) * HOUR_MS)];
};

describe('page timing', () => {
  it.each(SEEDS)('matches the rows, whenever changes are refreshed and buckets are built (seed %d)', async (seed) => {
    const random = seededRandom(seed);
    const known: TestView[] = [];
    for (let turn = 0; turn < 25; turn += 1) {
      const fresh = Array.from({ length: 1 + random.below(150) }, () => aRandomView(random));
      const again = Array.from({ length: random.below(20) }, () => known[random.below(known.length)]).filter(
        (view) => view !== undefined,
      );
      await write(service, [
        ...new Map(
          [...fresh, ...again.map((view) => ({ ...view, seconds: (view.seconds ?? 0) + 1 }))].map((view) => [
            view.id,
            view,
          ]),
        ).values(),
      ]);
      known.push(...fresh);
      if (random.below(4) === 0)
        await owner.query('delete from tracking.page_views where id = any ($1)', [
          known.slice(0, 3).map(({ id }) => id),
        ]);
      if (random.below(3) === 0) await owner.query('select rollups.refresh_buckets($1)', [1 + random.below(500)]);
      if (random.below(3) === 0) await refresh(service);
      await compare(...someRange(random), pick(random, VARIANTS));
    }
    await compare(new Date(NOW - 400 * DAY_MS), new Date(NOW + DAY_MS), null);
    await refreshAggregates(owner);
    await compare(new Date(NOW - 400 * DAY_MS), new Date(NOW + DAY_MS), null);
    for (let range = 0; range < 20; range += 1) await compare(...someRange(random), pick(random, VARIANTS));
    await expectBucketsToAddUp();
  });

  it('counts a late exit, and keeps counting an erased person', async () => {
    const at = NOW - 300 * DAY_MS;
    const view = aView(at, { seconds: null, sessionId: 'session_known' });
    await write(service, [view]);
    await write(service, [{ ...view, seconds: 33 }]);
    await owner.query('select tracking.unlink_sessions($1)', [['session_known']]);
    await refreshAggregates(owner);
    const { rows } = await analyst.query(
      'select views::int, exits::int, p50_seconds from analytics.page_timing($1, $2)',
      [new Date(at - DAY_MS), new Date(at + DAY_MS)],
    );
    expect(rows).toEqual([{ views: 1, exits: 1, p50_seconds: expect.closeTo(33, 0) }]);
    const { rows: visits } = await owner.query(`select session_id from rollups.visits where first_id = $1`, [view.id]);
    expect(visits).toEqual([{ session_id: expect.stringMatching(/^erased_/) }]);
  });
});

describe('the distribution of a page', () => {
  it('keeps its scale when a view was visible for no time at all', async () => {
    const at = NOW - 200 * DAY_MS;
    await write(
      service,
      [0, 0.05, 4, 8, 20].map((seconds) => aView(at, { pagePath: '/q2', seconds })),
    );
    const { rows } = await analyst.query<{ from_seconds: number; to_seconds: number; views: number }>(
      `select from_seconds, to_seconds, views::int from analytics.page_distribution($1, $2, '/q2')`,
      [new Date(at - DAY_MS), new Date(at + DAY_MS)],
    );
    expect(rows[0]).toEqual({ from_seconds: 0, to_seconds: expect.closeTo(0.1, 1), views: 2 });
    expect(rows.slice(1).filter(({ from_seconds: from }) => from < 0.1)).toEqual([]);
    expect(rows.filter(({ views }) => views > 0)).toHaveLength(4);
  });
});

describe('larger buckets', () => {
  const kindsOf = async (level: number): Promise<readonly string[]> => {
    const { rows } = await owner.query<{ kind: string }>(
      'select distinct kind from rollups.metric_buckets where level = $1 order by 1',
      [level],
    );
    return rows.map(({ kind }) => kind);
  };

  it('are built for every kind', async () => {
    const at = new Date(NOW - 100 * DAY_MS);
    await writeKnownVisits(stores.databaseUrl, at.toISOString().slice(0, 10));
    await owner.query(
      `insert into rollups.deltas (starts_at, kind, key, variant, sign, n) values (rollups.hour_of($1), 'a new kind', '', '', 1, 7)`,
      [at],
    );
    await owner.query('select rollups.invalidate_from($1)', [new Date(at.getTime() - DAY_MS)]);
    await refreshAggregates(owner);
    const kinds = await kindsOf(0);
    expect(kinds).toEqual(expect.arrayContaining(['a new kind', 'answer', 'quiz', 'stayed']));
    expect(await kindsOf(1)).toEqual(kinds);
    await expectBucketsToAddUp();
  });
});

describe('a histogram', () => {
  const read = async (buckets: readonly (readonly [bucket: number, count: number])[]): Promise<Map<number, number>> => {
    const { rows } = await owner.query<{ bucket: number; count: number }>(
      `select h.first_bucket + b.place::int - 1 as bucket, b.count
       from (select sum(rollups.histogram_pack(bucket, count)) as sum from jsonb_to_recordset($1::jsonb) as r (bucket int, count bigint)) as s
       cross join lateral rollups.histogram_unpack(s.sum) as h cross join unnest(h.counts) with ordinality as b (count, place) where b.count <> 0`,
      [JSON.stringify(buckets.map(([bucket, count]) => ({ bucket, count })))],
    );
    return new Map(rows.map(({ bucket, count }) => [bucket, count]));
  };

  it.each([
    [[[-348, 1]]],
    [[[574, 1]]],
    [
      [
        [0, 49_999_999],
        [1, 1],
      ],
    ],
    [
      [
        [5, 10_000],
        [6, 10_000],
      ],
    ],
    // Negative counts, which borrow from the digits above.
    [
      [
        [3, -2],
        [4, 7],
      ],
    ],
    [
      [
        [3, 2],
        [4, -7],
      ],
    ],
    [
      [
        [-10, -1],
        [200, -49_999_999],
      ],
    ],
    [
      [
        [7, -50],
        [8, 0],
        [9, 0],
        [10, 1],
      ],
    ],
  ] as [number, number][][][])('survives being packed and unpacked: %j', async (buckets) => {
    expect(await read(buckets)).toEqual(new Map(buckets.filter(([, count]) => count !== 0)));
  });

  it('adds up bucket by bucket', async () => {
    const random = seededRandom(11);
    for (let turn = 0; turn < 50; turn += 1) {
      const buckets = Array.from(
        { length: 1 + random.below(60) },
        () => [random.below(923) - 348, random.below(200_000) - (turn % 2) * 100_000] as const,
      );
      const sums = new Map<number, number>();
      for (const [bucket, count] of buckets) sums.set(bucket, (sums.get(bucket) ?? 0) + count);
      expect(await read(buckets)).toEqual(
        new Map([...sums].filter(([, count]) => count !== 0).sort(([a], [b]) => a - b)),
      );
    }
  });
});
