import { seededRandom } from '@course/test-kit/seeded-random';
import { STEPS } from '@course/test-kit/product-flow';
import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropOldMonths, forgetVisits } from '../src/refresher/daily.ts';
import { refresh } from '../src/refresher/refresh.ts';
import { addAnswer, addOrder, addSession, recordChange } from './support/funnel-rows.ts';
import { aPool } from './support/pool.ts';
import { aView, knowNames, write, type TestView } from './support/views.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;

let stores: Stores;
let owner: pg.Pool;
let service: pg.Pool;
let analyst: pg.Pool;

beforeAll(async () => {
  stores = await freshStores();
  owner = aPool(stores.databaseUrl);
  service = aPool(stores.trackingDatabaseUrl);
  analyst = aPool(stores.analystUrl);
  await knowNames(owner, ['A', 'B']);
});

afterAll(async () => {
  await Promise.all([owner.end(), service.end(), analyst.end()]);
  await stores.stop();
});

const refreshAll = async (): Promise<void> => {
  while ((await refresh(service)) > 0);
};

/** A day of its own for each test, long ago, with hours for its visits. */
let days = 0;
const aDay = () => {
  const begin = TODAY - (100 + (days += 1)) * DAY_MS;
  const range = [new Date(begin), new Date(begin + DAY_MS)] as const;
  return { begin, range, at: (hour: number, seconds = 0) => begin + hour * HOUR_MS + seconds * 1000 };
};

const walk = (
  sessionId: string,
  at: number,
  steps: readonly [path: string, seconds: number | null][],
  change: Partial<TestView> = {},
): TestView[] => {
  let now = at;
  return steps.map(([pagePath, seconds]) => {
    const view = aView(now, { sessionId, pagePath, seconds, ...change });
    now += (seconds ?? 1) * 1000 + 100;
    return view;
  });
};

type Numbers = Record<string, unknown>;
const ask = async (sql: string, values: unknown[]): Promise<Numbers[]> =>
  (await analyst.query<Numbers>(sql, values)).rows;
const numbers = (row: Numbers | undefined, ...names: string[]): unknown[] =>
  names.map((name) => (row?.[name] === null ? null : Number(row?.[name])));

const funnelOf = async (range: readonly [Date, Date], variant: string | null = null): Promise<Map<string, Numbers>> =>
  new Map(
    (await ask('select * from analytics.funnel($1, $2, $3)', [...range, variant])).map((row) => [
      String(row['step']),
      row,
    ]),
  );

describe('the funnel', () => {
  it('tells who reached, answered and left each step, and how long they looked', async () => {
    const { range, at } = aDay();
    await addSession(owner, { id: 'f1', at: at(3), variant: 'A' });
    await addAnswer(owner, 'f1', 'start', 'yes');
    await addAnswer(owner, 'f1', 'q1', '18-24');
    await write(service, [
      ...walk(
        'f1',
        at(3),
        [
          ['/', 4],
          ['/q1', 10],
          ['/onboarding', 2],
          ['/q2', 30],
          ['/privacy', 5],
        ],
        { variant: 'A' },
      ),
      ...walk('f2', at(5), [
        ['/', 6],
        ['/q1', 20],
        ['/', 9],
        ['/q1', 2],
      ]),
      ...walk('f3', at(7), [['/', 3]]),
    ]);
    await refreshAll();
    const funnel = await funnelOf(range);
    const shown = ['reached', 'answered', 'left_here', 'still_here', 'drop_off'];
    expect(numbers(funnel.get('root'), ...shown)).toEqual([3, 1, 1, 0, 1 / 3]);
    expect(numbers(funnel.get('q1'), ...shown)).toEqual([2, 1, 1, 0, 0.5]);
    expect(numbers(funnel.get('onboarding'), ...shown)).toEqual([1, 0, 0, 0, 0]);
    expect(numbers(funnel.get('q2'), ...shown)).toEqual([1, 0, 1, 0, 1]);
    expect(numbers(funnel.get('q3'), ...shown)).toEqual([0, 0, 0, 0, null]);
    // f2's longest looks count: 9 s on the entry, 20 s on the question.
    expect(numbers(funnel.get('root'), 'stayed_p50_seconds', 'left_p50_seconds')).toEqual([
      expect.closeTo(4, 1),
      expect.closeTo(3, 1),
    ]);
    expect(numbers(funnel.get('q1'), 'stayed_p50_seconds', 'left_p50_seconds')).toEqual([
      expect.closeTo(10, 0),
      expect.closeTo(20, 0),
    ]);
    expect((await funnelOf(range, 'A')).get('root')).toMatchObject({ reached: '1' });
  });

  it('tells how long visitors were in the quiz, each with all numbered questions together', async () => {
    const { range, at } = aDay();
    const none = { visitors: '0', p50_seconds: null, p75_seconds: null, p90_seconds: null };
    expect(await ask('select * from analytics.quiz_time($1, $2)', [...range])).toEqual([none]);
    // 50, 70 and 300 s: the medians of the two questions, 40 and 30 s, would add up to 70 s for another reason.
    await write(service, [
      ...walk(
        't1',
        at(3),
        [
          ['/', 400],
          ['/q1', 40],
          ['/q2', 10],
          ['/onboarding', 100],
        ],
        { variant: 'A' },
      ),
      ...walk('t2', at(4), [
        ['/q1', 5],
        ['/q1', 30],
        ['/q2', 40],
        ['/q3', null],
      ]),
      ...walk('t3', at(5), [
        ['/q1', 270],
        ['/q2', 30],
      ]),
      ...walk('t4', at(6), [
        ['/', 5],
        ['/q1', null],
      ]),
      ...walk('t5', at(6), [['/q1', 9]], { isBot: true }),
    ]);
    await refreshAll();
    const told = async (variant: string | null) =>
      numbers(
        (await ask('select * from analytics.quiz_time($1, $2, $3)', [...range, variant]))[0],
        'visitors',
        'p50_seconds',
        'p90_seconds',
      );
    const [visitors, p50, p90] = (await told(null)) as number[];
    expect(visitors).toBe(3);
    expect(Math.abs((p50 ?? 0) / 70 - 1)).toBeLessThan(0.02);
    expect(Math.abs((p90 ?? 0) / 300 - 1)).toBeLessThan(0.02);
    expect((await told('A'))[0]).toBe(1);
    // A longer look at a question moves its visit and nobody else's.
    await write(service, walk('t1', at(8), [['/q2', 60]], { variant: 'A' }));
    await refreshAll();
    expect(Math.abs(Number((await told('A'))[1]) / 100 - 1)).toBeLessThan(0.02);
    expect((await told(null))[0]).toBe(3);
  });

  it('has the steps of the product’s table, those on the way, in its order', async () => {
    const [row] = await ask('select array_agg(step order by place) as steps from analytics.steps', []);
    const beside = [
      'terms',
      'privacy',
      'refund',
      'subscription',
      'imprint',
      'course',
      'unsubscribe',
      'refund-request',
      'second-order',
      'withdrawal',
      'withdrawal-objection',
      'first-step',
    ];
    expect(row?.['steps']).toEqual(STEPS.map(({ key }) => key).filter((key) => !beside.includes(key)));
    expect(await ask('select page_path, question_key from analytics.steps where step = $1', ['q10'])).toEqual([
      { page_path: '/q10', question_key: 'q10' },
    ]);
  });

  it('tells who is still there', async () => {
    const now = Date.now();
    await write(service, [
      ...walk('h1', now - 60_000, [
        ['/q4', 5],
        ['/q5', null],
      ]),
      ...walk('h2', now - 40 * 60_000, [['/q4', 5]]),
    ]);
    await refreshAll();
    const range = [new Date(now - 2 * HOUR_MS), new Date(now + HOUR_MS)] as const;
    const funnel = await funnelOf(range);
    expect(numbers(funnel.get('q5'), 'reached', 'left_here', 'still_here')).toEqual([1, 0, 1]);
    expect(numbers(funnel.get('q4'), 'reached', 'left_here', 'still_here')).toEqual([2, 1, 0]);
    expect(await ask('select page_path, visitors::int from analytics.live()', [])).toEqual([
      { page_path: '/q5', visitors: 1 },
    ]);
  });

  it('tells who is still there of a variant that is not counted by its own name', async () => {
    const now = Date.now();
    await write(service, walk('h3', now - 60_000, [['/q6', null]], { variant: 'nobody-knows-it' }));
    await refreshAll();
    const range = [new Date(now - 2 * HOUR_MS), new Date(now + HOUR_MS)] as const;
    const there = async (variant: string) =>
      numbers((await funnelOf(range, variant)).get('q6'), 'reached', 'left_here', 'still_here');
    expect(await there('(other)')).toEqual([1, 0, 1]);
    expect(await there('A')).toEqual([0, 0, 0]);
  });

  it('is the same whatever came first, late or twice', async () => {
    const { range, at } = aDay();
    const views = walk('o1', at(10), [
      ['/', 5],
      ['/q1', 5],
      ['/onboarding', 5],
      ['/q2', 8],
    ]);
    const [first, , , last] = views;
    if (!first || !last) throw new Error('no views');
    await write(service, [last]);
    await refreshAll();
    expect(numbers((await funnelOf(range)).get('q2'), 'reached', 'left_here')).toEqual([1, 1]);
    await write(service, [{ ...first, at: at(10) }]);
    await refreshAll();
    await write(
      service,
      views.map((view) => ({ ...view, seconds: null })),
    );
    await write(service, views);
    await refreshAll();
    await owner.query('insert into rollups.changed_views (n, from_at, to_at) values (4, $1, $2)', [...range]);
    await refreshAll();
    const funnel = await funnelOf(range);
    expect(['root', 'q1', 'onboarding', 'q2'].map((step) => numbers(funnel.get(step), 'reached', 'left_here'))).toEqual(
      [
        [1, 0],
        [1, 0],
        [1, 0],
        [1, 1],
      ],
    );
    expect(
      (await ask('select * from analytics.page_timing($1, $2)', [...range])).map((row) =>
        numbers(row, 'views', 'bounces'),
      ),
    ).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
  });

  it('counts a bounce however often its only page was viewed, until another page is', async () => {
    const { range, at } = aDay();
    const bounces = async () => {
      await refreshAll();
      return (
        await ask('select page_path, bounces::int from analytics.page_timing($1, $2) order by 1', [...range])
      ).map((row) => [row['page_path'], row['bounces']]);
    };
    await write(
      service,
      walk('b1', at(3), [
        ['/home', 5],
        ['/home', 3],
      ]),
    );
    await write(
      service,
      walk('b2', at(3), [
        ['/home', 5],
        ['/q1', 3],
        ['/home', 3],
      ]),
    );
    expect(await bounces()).toEqual([
      ['/home', 1],
      ['/q1', 0],
    ]);
    await write(service, walk('b1', at(4), [['/home', 2]]));
    expect((await bounces())[0]).toEqual(['/home', 1]);
    await write(service, walk('b1', at(5), [['/q1', 2]]));
    await write(service, walk('b1', at(6), [['/home', 2]]));
    expect((await bounces())[0]).toEqual(['/home', 0]);
  });

  it('holds together, for any visits', async () => {
    const { range, begin, at } = aDay();
    const random = seededRandom(7);
    const paths = STEPS.map(({ path }) => path);
    for (let turn = 0; turn < 10; turn += 1) {
      const views = Array.from({ length: 120 }, () =>
        aView(begin + random.below(DAY_MS), {
          sessionId: `r${random.below(150)}`,
          pagePath: random.oneOf(paths),
          seconds: random.chance(0.2) ? null : random.below(900) / 10,
          isBot: random.chance(0.02),
        }),
      );
      await write(service, views);
      if (random.chance(0.5)) await refresh(service);
    }
    for (let visitor = 0; visitor < 60; visitor += 1) {
      await addSession(owner, {
        id: `r${visitor}`,
        at: at(12),
        variant: random.oneOf([null, 'A', 'B']),
        campaign: random.oneOf(['x', 'y']),
        notCounted: random.chance(0.1),
      });
      await addAnswer(owner, `r${visitor}`, 'q1', '18-24');
      await addAnswer(owner, `r${visitor}`, 'q10', '["claude","dalle"]');
      if (random.chance(0.3))
        await addOrder(owner, { sessionId: `r${visitor}`, at: at(13), refundedCents: random.oneOf([0, 0, 500, 2240]) });
      if (random.chance(0.1))
        await addOrder(owner, { sessionId: `r${visitor}`, at: at(14), plan: '1week', cents: 776 });
    }
    await refreshAll();
    const funnel = [...(await funnelOf(range)).values()].map(
      (row) => numbers(row, 'reached', 'answered', 'left_here', 'still_here') as number[],
    );
    const [{ visitors = 0 } = {}] = (
      await owner.query<{ visitors: number }>(
        `select count(*)::int as visitors from rollups.visits where not excluded and last_step is not null and began_at >= $1 and began_at < $2`,
        [...range],
      )
    ).rows;
    expect(visitors).toBeGreaterThan(100);
    expect(funnel.reduce((sum, [, , left = 0, still = 0]) => sum + left + still, 0)).toBe(visitors);
    for (const [reached = 0, answered = 0, left = 0, still = 0] of funnel) {
      expect(Math.min(reached, answered, left, still)).toBeGreaterThanOrEqual(0);
      expect(reached).toBeGreaterThanOrEqual(Math.max(answered, left + still));
    }
    const timing = await ask('select * from analytics.page_timing($1, $2)', [...range]);
    for (const row of timing) {
      const [views = 0, exits = 0, bounces = 0] = numbers(row, 'views', 'exits', 'bounces') as number[];
      expect(views).toBeGreaterThanOrEqual(Math.max(exits, bounces));
      const percentiles = numbers(row, 'p50_seconds', 'p75_seconds', 'p90_seconds', 'p99_seconds') as number[];
      expect(percentiles).toEqual([...percentiles].sort((a, b) => a - b));
    }
    const total = (rows: Numbers[]) =>
      ['visitors', 'buyers', 'orders', 'gross_cents', 'refunded_cents', 'net_cents'].map((name) =>
        rows.reduce((sum, row) => sum + Number(row[name]), 0),
      );
    const [byVariant, byCampaign, byDay] = await Promise.all([
      ask('select * from analytics.conversion($1, $2)', [...range]),
      ask(`select * from analytics.conversion($1, $2, 'campaign')`, [...range]),
      ask(`select * from analytics.conversion_by_day($1, $2)`, [...range]),
    ]);
    expect(total(byCampaign)).toEqual(total(byVariant));
    expect(total(byDay)).toEqual(total(byVariant));
    const byPlan = await ask(`select * from analytics.conversion($1, $2, 'plan')`, [...range]);
    expect(total(byPlan).slice(2)).toEqual(total(byVariant).slice(2));
    for (const row of [...byVariant, ...byCampaign, ...byDay, ...byPlan]) {
      const [visitors = 0, buyers = 0, gross = 0, refunded = 0, net = 0] = numbers(
        row,
        'visitors',
        'buyers',
        'gross_cents',
        'refunded_cents',
        'net_cents',
      ) as number[];
      expect(buyers).toBeLessThanOrEqual(visitors);
      expect(net).toBe(gross - refunded);
      expect(net).toBeGreaterThanOrEqual(0);
    }
    const [dailyViews, rangeViews] = await Promise.all([
      ask(`select sum(views)::int as n from analytics.page_timing_daily where day = $1`, [
        range[0].toISOString().slice(0, 10),
      ]),
      ask('select sum(views)::int as n from analytics.page_timing($1, $2)', [...range]),
    ]);
    expect(dailyViews).toEqual(rangeViews);
  });
});

describe('conversion', () => {
  it('counts visitors, buyers, revenue and refunds by variant, campaign, plan and day', async () => {
    const { begin, range, at } = aDay();
    for (const [id, variant, campaign] of [
      ['c1', 'A', 'spring'],
      ['c2', 'A', 'mail'],
      ['c3', 'B', 'spring'],
      ['c4', 'B', 'spring'],
    ] as const) {
      await write(
        service,
        walk(
          id,
          at(9),
          [
            ['/', 5],
            ['/sales002', 5],
          ],
          { variant },
        ),
      );
      await addSession(owner, { id, at: at(9), variant, campaign });
    }
    await addOrder(owner, { sessionId: 'c1', at: at(10), cents: 2240, refundedCents: 2240 });
    await addOrder(owner, { sessionId: 'c1', at: at(11), plan: '12week', cents: 4480 });
    // Bought three days later, and counted for the day of the visit.
    await addOrder(owner, { sessionId: 'c3', at: at(9 + 72), plan: '1week', cents: 776 });
    await addOrder(owner, { sessionId: 'c4', at: at(10), live: false });
    await refreshAll();
    const shown = ['visitors', 'buyers', 'conversion', 'orders', 'gross_cents', 'refunded_cents', 'net_cents'];
    const by = async (what: string) =>
      new Map(
        (await ask('select * from analytics.conversion($1, $2, $3)', [...range, what])).map((row) => [
          row['key'],
          numbers(row, ...shown),
        ]),
      );
    expect(await by('variant')).toEqual(
      new Map([
        ['A', [2, 1, 0.5, 2, 6720, 2240, 4480]],
        ['B', [2, 1, 0.5, 1, 776, 0, 776]],
      ]),
    );
    expect(await by('campaign')).toEqual(
      new Map([
        ['spring', [3, 2, 2 / 3, 3, 7496, 2240, 5256]],
        ['mail', [1, 0, 0, 0, 0, 0, 0]],
      ]),
    );
    expect(await by('plan')).toEqual(
      new Map([
        ['12week', [4, 1, 0.25, 1, 4480, 0, 4480]],
        ['4week', [4, 1, 0.25, 1, 2240, 2240, 0]],
        ['1week', [4, 1, 0.25, 1, 776, 0, 776]],
      ]),
    );
    expect(await by('day')).toEqual(
      new Map([[new Date(begin).toISOString().slice(0, 10), [4, 2, 0.5, 3, 7496, 2240, 5256]]]),
    );
    await expect(analyst.query(`select * from analytics.conversion(now(), now(), 'email')`)).rejects.toThrow(
      'by_what must be',
    );
  });

  it('divides days by the zone that is asked for', async () => {
    const { begin, at } = aDay();
    await write(service, [...walk('z1', at(2), [['/', 5]]), ...walk('z2', at(8), [['/', 5]])]);
    await refreshAll();
    const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
    // Six hours behind UTC: what began at 02:00 began on the day before.
    const rows = await ask(
      `select key, visitors::int from analytics.conversion_by_day($1, $2, 'America/Regina') where visitors > 0`,
      [new Date(begin), new Date(begin + DAY_MS)],
    );
    expect(rows).toEqual([
      { key: day(begin - DAY_MS), visitors: 1 },
      { key: day(begin), visitors: 1 },
    ]);
    const bins = await ask(`select views::int, visitors::int from analytics.views_by_time($1, $2, 'America/Regina')`, [
      new Date(begin - 20 * DAY_MS + 6 * HOUR_MS),
      new Date(begin + DAY_MS + 6 * HOUR_MS),
    ]);
    expect(bins).toHaveLength(21);
    expect(bins.slice(-2)).toEqual([
      { views: 1, visitors: 1 },
      { views: 1, visitors: 1 },
    ]);
  });

  it.each([
    ['longer', '2026-10-23T22:00Z', '2026-10-26T23:00Z', 73],
    ['shorter', '2026-03-27T23:00Z', '2026-03-30T22:00Z', 71],
  ])('divides three days into hours when the clock change makes them %s', async (_, from, to, hours) => {
    const views = await ask(`select * from analytics.views_by_time($1, $2, 'Europe/Berlin')`, [from, to]);
    expect(views).toHaveLength(hours);
    const timing = await ask(`select * from analytics.page_timing_by_time($1, $2, '/', 'Europe/Berlin')`, [from, to]);
    expect(timing).toHaveLength(hours);
  });

  it('has the views of the whole day on which clocks move by half an hour', async () => {
    const day = ['2019-10-05T13:30Z', '2019-10-06T13:00Z'];
    await write(service, [aView(Date.parse('2019-10-06T01:00Z'), { sessionId: null, pagePath: '/' })]);
    const shown = (charted: string) =>
      ask(
        `select sum(views)::int as views, max(starts_at) filter (where views > 0) as at from analytics.${charted}`,
        day,
      );
    const atNoon = [{ views: 1, at: new Date('2019-10-06T01:00Z') }];
    expect(await shown(`views_by_time($1, $2, 'Australia/Lord_Howe')`)).toEqual(atNoon);
    expect(await shown(`page_timing_by_time($1, $2, '/', 'Australia/Lord_Howe')`)).toEqual(atNoon);
  });

  it('counts the visitors that are not added to buckets yet, by whatever', async () => {
    const { range, at } = aDay();
    await write(service, [
      ...walk('p1', at(9), [['/', 5]], { variant: 'A' }),
      ...walk('p2', at(9), [['/', 5]], { variant: 'B' }),
    ]);
    await addSession(owner, { id: 'p1', at: at(9), variant: 'A', campaign: 'spring' });
    await addOrder(owner, { sessionId: 'p1', at: at(10) });
    await service.query('select rollups.refresh(20000, 0)');
    const visitors = async (by: string) =>
      (await ask('select * from analytics.conversion($1, $2, $3) order by key', [...range, by])).map((row) =>
        numbers(row, 'visitors', 'buyers').join(' '),
      );
    const shown = async () => ({
      variant: await visitors('variant'),
      campaign: await visitors('campaign'),
      plan: await visitors('plan'),
      day: await visitors('day'),
    });
    const pending = await shown();
    expect(pending).toEqual({ variant: ['1 1', '1 0'], campaign: ['1 0', '1 1'], plan: ['2 1'], day: ['2 1'] });
    await refreshAll();
    expect(await shown()).toEqual(pending);
  });
});

describe('answers', () => {
  it('count each option, follow changes, and go with those who are left out', async () => {
    const { range, at } = aDay();
    for (const id of ['a1', 'a2', 'a3']) await addSession(owner, { id, at: at(4) });
    await addAnswer(owner, 'a1', 'q10', '["claude","gemini"]');
    await addAnswer(owner, 'a2', 'q10', '["claude"]');
    await addAnswer(owner, 'a3', 'q10', '["none"]');
    await addAnswer(owner, 'a1', 'q1', '18-24');
    await addAnswer(owner, 'a1', 'q1', '45+');
    const told = async () => {
      await refreshAll();
      return ask('select question_key, answer_value, answers::int, share from analytics.answers($1, $2)', [...range]);
    };
    expect(await told()).toEqual([
      { question_key: 'q1', answer_value: '45+', answers: 1, share: 1 },
      { question_key: 'q10', answer_value: 'claude', answers: 2, share: 2 / 3 },
      { question_key: 'q10', answer_value: 'gemini', answers: 1, share: 1 / 3 },
      { question_key: 'q10', answer_value: 'none', answers: 1, share: 1 / 3 },
    ]);
    await owner.query(`update funnel.sessions set not_counted = true where id = 'a1'`);
    await owner.query(`delete from funnel.sessions where id = 'a3'`);
    await recordChange(owner, 'a1', 'a3');
    expect(await told()).toEqual([{ question_key: 'q10', answer_value: 'claude', answers: 1, share: 1 }]);
  });

  it('count at the hour and by the variant of their visit', async () => {
    const { begin, range, at } = aDay();
    await write(service, walk('late', at(23, 3300), [['/q1', 5]], { variant: 'A' }));
    await addSession(owner, { id: 'late', at: at(24, 1260), variant: 'B' });
    await addAnswer(owner, 'late', 'q1', '18-24');
    await refreshAll();
    const answersOf = (from: number, variant: string) =>
      ask('select answers::int from analytics.answers($1, $2, $3)', [new Date(from), new Date(from + DAY_MS), variant]);
    expect(await ask('select answers::int from analytics.answers($1, $2)', [...range])).toEqual([{ answers: 1 }]);
    expect(await answersOf(begin, 'A')).toEqual([{ answers: 1 }]);
    expect(await answersOf(begin + DAY_MS, 'B')).toEqual([]);
  });

  it.each(['<img src=x onerror=alert(1)>', `'; drop table funnel.sessions; --`, '[not json', '[1, {"a": 2}]'])(
    'keep %s as text',
    async (value) => {
      const { range, at } = aDay();
      await addSession(owner, { id: `t${value}`, at: at(4) });
      await addAnswer(owner, `t${value}`, 'q2', value);
      await refreshAll();
      const rows = await ask('select answer_value from analytics.answers($1, $2)', [...range]);
      expect(rows.map((row) => row['answer_value'])).toEqual(value === '[1, {"a": 2}]' ? ['1', '{"a": 2}'] : [value]);
    },
  );
});

describe('what is left out', () => {
  it('is left out everywhere, whichever side heard of it', async () => {
    const { range, at } = aDay();
    await write(service, [
      ...walk(
        'x1',
        at(2),
        [
          ['/', 5],
          ['/q1', 5],
        ],
        { isBot: true },
      ),
      ...walk('x2', at(2), [['/', 5]], { isOwner: true }),
      ...walk('x3', at(2), [['/', 5]]),
      ...walk('x4', at(2), [['/', 5]]),
    ]);
    await addSession(owner, { id: 'x1', at: at(2) });
    await addAnswer(owner, 'x1', 'q1', '18-24');
    await addSession(owner, { id: 'x3', at: at(2), notCounted: true });
    await addSession(owner, { id: 'x4', at: at(2) });
    await refreshAll();
    const { rows } = await owner.query(
      `select session_id from rollups.visits where excluded and session_id like 'x%' order by 1`,
    );
    expect(rows.map((row) => row['session_id'])).toEqual(['x1', 'x2', 'x3']);
    expect(numbers((await funnelOf(range)).get('root'), 'reached')).toEqual([1]);
    expect(await ask('select * from analytics.answers($1, $2)', [...range])).toEqual([]);
    expect(
      (await ask('select * from analytics.conversion($1, $2)', [...range])).map((row) => numbers(row, 'visitors')),
    ).toEqual([[1]]);
    expect(
      await ask(`select session_id from analytics.sessions where began_at >= $1 and began_at < $2`, [...range]),
    ).toEqual([{ session_id: 'x4' }]);
    expect(
      await ask(`select distinct session_id from analytics.page_views where entered_at >= $1 and entered_at < $2`, [
        ...range,
      ]),
    ).toEqual([{ session_id: 'x4' }]);
  });
});

describe('a visit that is marked while it is under way', () => {
  it('is left out as a whole, but for the timing of its earlier views', async () => {
    const { range, at } = aDay();
    await addSession(owner, { id: 'm1', at: at(2) });
    await addAnswer(owner, 'm1', 'q1', '18-24');
    await write(service, walk('m1', at(2), [['/q1', 5]]));
    await addOrder(owner, { sessionId: 'm1', at: at(3) });
    await refreshAll();
    expect(await ask('select orders::int from analytics.conversion($1, $2)', [...range])).toEqual([{ orders: 1 }]);
    await write(service, walk('m1', at(4), [['/q2', 5]], { isOwner: true }));
    await refreshAll();
    expect(await ask('select * from analytics.conversion($1, $2)', [...range])).toEqual([]);
    expect(await ask('select * from analytics.answers($1, $2)', [...range])).toEqual([]);
    expect(numbers((await funnelOf(range)).get('q1'), 'reached')).toEqual([0]);
    expect(
      await ask('select page_path, views::int, began::int from analytics.page_timing($1, $2)', [...range]),
    ).toEqual([{ page_path: '/q1', views: 1, began: 0 }]);
  });
});

describe('a person who is erased', () => {
  /** As svc-funnel does: sessions without an order go, the others have an id that is not that of their page views. */
  const erase = async (...sessionIds: string[]): Promise<void> => {
    const client = await owner.connect();
    await client.query('begin');
    await client.query('select tracking.unlink_sessions($1)', [sessionIds]);
    await client.query('delete from funnel.responses where session_id = any ($1)', [sessionIds]);
    await client.query(
      'delete from funnel.sessions s where id = any ($1) and not exists (select from funnel.orders o where o.session_id = s.id)',
      [sessionIds],
    );
    await client.query(
      `with renamed as (update funnel.sessions set id = 'erased_' || gen_random_uuid(), utm = null, variant = null where id = any ($1) returning id)
       insert into funnel.changes (session_id) select id from renamed`,
      [sessionIds],
    );
    await client.query('delete from funnel.changes where session_id = any ($1)', [sessionIds]);
    await client.query('commit');
    client.release();
  };

  it('leaves counts and no trace of the session, whether the sums had heard of it or not', async () => {
    const { range, at } = aDay();
    for (const id of ['gone-1', 'gone-2']) {
      await addSession(owner, { id, at: at(6), campaign: 'spring' });
      await addAnswer(owner, id, 'q1', '45+');
      await write(
        service,
        walk(id, at(6), [
          ['/', 5],
          ['/q1', 7],
        ]),
      );
      // The second one is erased before anybody has looked.
      if (id === 'gone-2') continue;
      await addOrder(owner, { sessionId: id, at: at(7) });
      await refreshAll();
    }
    await erase('gone-1', 'gone-2');
    const traces = async () =>
      (
        await owner.query(
          `select session_id from funnel.changes where session_id like 'gone-%' union all select session_id from rollups.visits where session_id like 'gone-%' union all select session_id from rollups.sales where session_id like 'gone-%' union all select session_id from rollups.counted_answers where session_id like 'gone-%'`,
        )
      ).rows;
    expect(await traces()).toEqual([]);
    await refreshAll();
    expect(await traces()).toEqual([]);
    expect(numbers((await funnelOf(range)).get('q1'), 'reached', 'answered')).toEqual([2, 1]);
    const { rows: campaigns } = await owner.query(
      `select distinct campaign from rollups.visits where session_id like 'erased%'`,
    );
    expect(campaigns).toEqual([{ campaign: '' }]);
    const { rows: spans } = await owner.query(
      `select kind, key from rollups.metric_buckets where level = 0 and starts_at >= $1 and starts_at < $2 and (key = 'spring' or key like 'q1 %')`,
      [...range],
    );
    expect(spans).toEqual([]);
    const total = await ask(
      'select sum(visitors)::int as visitors, sum(orders)::int as orders from analytics.conversion($1, $2)',
      [...range],
    );
    expect(total).toEqual([{ visitors: 2, orders: 1 }]);
    expect(await ask('select * from analytics.answers($1, $2)', [...range])).toEqual([]);
  });

  it('leaves the order where it counted, and where it did not count', async () => {
    const { range, at } = aDay();
    await owner.query(`insert into rollups.remote_paths values ('/', 'mf-quiz'), ('/q1', 'mf-quiz')`);
    const onRelease = { variant: 'B', release: '0000000000000000000e' };
    // A blocker has kept the last one's page views.
    for (const id of ['buyer', 'reader', 'previewer', 'blocked']) {
      await addSession(owner, { id, at: at(6), variant: 'B' });
      if (id === 'blocked') continue;
      const screens: [string, number][] = [
        ['/', 5],
        ['/q1', 7],
      ];
      await write(service, walk(id, at(6), screens, { ...onRelease, isPreview: id === 'previewer' }));
    }
    await addOrder(owner, { sessionId: 'buyer', at: at(7), plan: '1week', cents: 776 });
    await addOrder(owner, { sessionId: 'buyer', at: at(8), cents: 4480 });
    await addOrder(owner, { sessionId: 'blocked', at: at(7) });
    await addOrder(owner, { sessionId: 'previewer', at: at(7) });
    const seen = async () => {
      await refreshAll();
      return {
        variants: await ask('select * from analytics.conversion($1, $2)', [...range]),
        plans: await ask(`select * from analytics.conversion($1, $2, 'plan')`, [...range]),
        releases: await ask('select * from analytics.releases($1, $2)', [...range]),
        bought: await ask(
          'select count(*)::int as visits from analytics.sessions where has_bought and began_at >= $1 and began_at < $2',
          [...range],
        ),
      };
    };
    const before = await seen();
    expect(before.variants).toMatchObject([{ key: 'B', visitors: '3', buyers: '2', orders: '3', gross_cents: '7496' }]);
    expect(before.releases).toMatchObject([{ remote: 'mf-quiz', visits: '2', buyers: '1' }]);
    expect(before.bought).toEqual([{ visits: 2 }]);
    await erase('buyer', 'previewer', 'blocked');
    expect(await seen()).toEqual(before);
    // The order, which names its buyer to the bookkeeper, leads to none of the page views.
    const { rows: linked } = await owner.query(
      `select from rollups.sales s join tracking.page_views v on v.session_id = s.session_id where s.session_id like 'erased%'`,
    );
    expect(linked).toEqual([]);
    const { rows: refunded } = await owner.query<{ session: string }>(
      'update funnel.orders set refunded_cents = 4480 where amount_cents = 4480 and paid_at = $1 returning session_id as session',
      [new Date(at(8))],
    );
    await recordChange(owner, ...refunded.map(({ session }) => session));
    expect((await seen()).variants).toMatchObject([
      { ...before.variants[0], refunded_cents: '4480', net_cents: '3016' },
    ]);
  });
});

describe('visits whose page views are dropped', () => {
  /** Far behind what is kept. Dropping months drops those of the other tests, too, so this comes last. */
  const KEPT_MONTHS = 3;
  const OLD = TODAY - 200 * DAY_MS;
  const range = [new Date(OLD), new Date(OLD + DAY_MS)] as const;

  const told = async () => ({
    funnel: await ask(
      'select step, reached, answered, left_here, still_here, stayed_p50_seconds from analytics.funnel($1, $2)',
      [...range],
    ),
    timing: await ask('select * from analytics.page_timing($1, $2)', [...range]),
    quiz: await ask('select * from analytics.quiz_time($1, $2)', [...range]),
    variants: await ask('select * from analytics.conversion($1, $2)', [...range]),
    campaigns: await ask(`select * from analytics.conversion($1, $2, 'campaign')`, [...range]),
  });
  const named = async (session: string): Promise<unknown[]> =>
    (
      await owner.query(
        `select session_id from rollups.visits where session_id = $1 union all select session_id from rollups.sales where session_id = $1 union all select session_id from funnel.changes where session_id = $1`,
        [session],
      )
    ).rows;

  it('are forgotten, the sums stay, and whatever comes late counts once', async () => {
    for (const id of ['old-1', 'old-2', 'back', 'young']) {
      await addSession(owner, { id, at: OLD + HOUR_MS, campaign: 'spring', variant: 'A' });
      await addAnswer(owner, id, 'q1', '45+');
    }
    await addOrder(owner, { sessionId: 'old-1', at: OLD + 2 * HOUR_MS, cents: 2240 });
    const views = [
      ...walk('old-1', OLD + HOUR_MS, [
        ['/', 4],
        ['/q1', 9],
      ]),
      ...walk('old-2', OLD + HOUR_MS, [['/', 4]]),
      ...walk('back', OLD + HOUR_MS, [
        ['/', 4],
        ['/q1', 20],
      ]),
    ];
    // It saw a page lately, so its visit is kept as it is.
    await write(service, [
      ...views,
      ...walk('young', OLD + HOUR_MS, [['/', 4]]),
      ...walk('young', TODAY - DAY_MS, [['/q1', 8]]),
    ]);
    await refreshAll();
    const before = await told();
    expect(before.timing.length).toBeGreaterThan(1);

    await dropOldMonths(service, KEPT_MONTHS);
    expect(await forgetVisits(service, KEPT_MONTHS)).toBeGreaterThanOrEqual(3);
    expect(await forgetVisits(service, KEPT_MONTHS)).toBe(0);
    expect(await named('old-1')).toEqual([]);
    expect(await named('young')).toHaveLength(1);
    expect(await told()).toEqual(before);
    expect(
      await ask(`select session_id, net_cents::int from analytics.orders where paid_at >= $1 and paid_at < $2`, [
        ...range,
      ]),
    ).toEqual([{ session_id: null, net_cents: 2240 }]);

    // Late: the funnel tells of one again, an order is given back, a view is sent once more and one is looked at again.
    await owner.query(`update funnel.sessions set utm = utm where id in ('old-1', 'old-2', 'young')`);
    await owner.query(`update funnel.orders set refunded_cents = 2240 where session_id = 'old-1'`);
    await recordChange(owner, 'old-1', 'old-2', 'young');
    await owner.query('insert into rollups.changed_views (n, ids) values (1, $1)', [[views[0]?.id]]);
    await owner.query('insert into rollups.changed_views (n, from_at, to_at) values (1, $1, $2)', [...range]);
    await refreshAll();
    expect(await named('old-1')).toEqual([]);
    const refunded = await told();
    expect(refunded.funnel).toEqual(before.funnel);
    expect(refunded.quiz).toEqual(before.quiz);
    expect(refunded.variants.map((row) => numbers(row, 'visitors', 'buyers', 'gross_cents', 'net_cents'))).toEqual([
      [4, 1, 2240, 0],
    ]);
  });

  it('begin anew when their visitor comes back', async () => {
    const before = await told();
    await write(service, walk('back', TODAY - HOUR_MS * 30, [['/q1', 6]]));
    await addOrder(owner, { sessionId: 'back', at: TODAY - HOUR_MS * 29, cents: 776 });
    await refreshAll();
    expect(await told()).toEqual(before);
    const visits = await ask(`select began_at from analytics.sessions where session_id = 'back'`, []);
    expect(visits).toEqual([{ began_at: new Date(TODAY - HOUR_MS * 30) }]);
  });
});
