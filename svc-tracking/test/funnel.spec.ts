import { STEPS } from '@course/test-kit/product-flow';
import { seededRandom } from '@course/test-kit/seeded-random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refresh } from '../src/refresher/refresh.ts';
import { aKey } from './support/builders.ts';
import { addAnswer, addOrder, addSession } from './support/funnel-rows.ts';
import { aView, write } from './support/views.ts';
import {
  aDay,
  DAY_MS,
  HOUR_MS,
  numbers,
  visitDatabase,
  walk,
  type Numbers,
  type VisitDatabase,
} from './support/visits.ts';

let db: VisitDatabase;

beforeAll(async () => {
  db = await visitDatabase();
});

afterAll(() => db.stop());

describe('the funnel', () => {
  it('shows who reached, answered and left each step, and how long they stayed', async () => {
    const { range, at } = aDay();
    await addSession(db.owner, { id: 'f1', at: at(3), variant: 'A' });
    await addAnswer(db.owner, 'f1', 'start', 'yes');
    await addAnswer(db.owner, 'f1', 'q1', '18-24');
    await write(db.service, [
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
    await db.refreshAll();
    const funnel = await db.funnelOf(range);
    const shown = ['reached', 'answered', 'left_here', 'still_here', 'drop_off'];
    expect(numbers(funnel.get('root'), ...shown)).toEqual([3, 1, 1, 0, 1 / 3]);
    expect(numbers(funnel.get('q1'), ...shown)).toEqual([2, 1, 1, 0, 0.5]);
    expect(numbers(funnel.get('onboarding'), ...shown)).toEqual([1, 0, 0, 0, 0]);
    expect(numbers(funnel.get('q2'), ...shown)).toEqual([1, 0, 1, 0, 1]);
    expect(numbers(funnel.get('q3'), ...shown)).toEqual([0, 0, 0, 0, null]);
    // f2's longest views count: 9 s on the entry, 20 s on the question.
    expect(numbers(funnel.get('root'), 'stayed_p50_seconds', 'left_p50_seconds')).toEqual([
      expect.closeTo(4, 1),
      expect.closeTo(3, 1),
    ]);
    expect(numbers(funnel.get('q1'), 'stayed_p50_seconds', 'left_p50_seconds')).toEqual([
      expect.closeTo(10, 0),
      expect.closeTo(20, 0),
    ]);
    expect((await db.funnelOf(range, 'A')).get('root')).toMatchObject({ reached: '1' });
  });

  it('shows how long visitors were in the quiz, adding up the numbered questions of each', async () => {
    const { range, at } = aDay();
    const none = { visitors: '0', p50_seconds: null, p75_seconds: null, p90_seconds: null };
    expect(await db.ask('select * from analytics.quiz_time($1, $2)', [...range])).toEqual([none]);
    // 50, 70 and 300 s: the medians of the two questions, 40 and 30 s, would add up to 70 s for another reason.
    await write(db.service, [
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
    await db.refreshAll();
    const quizTime = async (variant: string | null) =>
      numbers(
        (await db.ask('select * from analytics.quiz_time($1, $2, $3)', [...range, variant]))[0],
        'visitors',
        'p50_seconds',
        'p90_seconds',
      );
    const [visitors, p50, p90] = (await quizTime(null)) as number[];
    expect(visitors).toBe(3);
    expect(Math.abs((p50 ?? 0) / 70 - 1)).toBeLessThan(0.02);
    expect(Math.abs((p90 ?? 0) / 300 - 1)).toBeLessThan(0.02);
    expect((await quizTime('A'))[0]).toBe(1);
    // A longer view of a question changes its own visit and no other.
    await write(db.service, walk('t1', at(8), [['/q2', 60]], { variant: 'A' }));
    await db.refreshAll();
    expect(Math.abs(Number((await quizTime('A'))[1]) / 100 - 1)).toBeLessThan(0.02);
    expect((await quizTime(null))[0]).toBe(3);
  });

  it('has the steps of the product’s table that are on the way, in its order', async () => {
    const [row] = await db.ask('select array_agg(step order by place) as steps from analytics.steps', []);
    const offTheWay = [
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
    expect(row?.['steps']).toEqual(STEPS.map(({ key }) => key).filter((key) => !offTheWay.includes(key)));
    expect(await db.ask('select page_path, question_key from analytics.steps where step = $1', ['q10'])).toEqual([
      { page_path: '/q10', question_key: 'q10' },
    ]);
  });

  it('shows who is still there', async () => {
    const now = Date.now();
    await write(db.service, [
      ...walk('h1', now - 60_000, [
        ['/q4', 5],
        ['/q5', null],
      ]),
      ...walk('h2', now - 40 * 60_000, [['/q4', 5]]),
    ]);
    await db.refreshAll();
    const range = [new Date(now - 2 * HOUR_MS), new Date(now + HOUR_MS)] as const;
    const funnel = await db.funnelOf(range);
    expect(numbers(funnel.get('q5'), 'reached', 'left_here', 'still_here')).toEqual([1, 0, 1]);
    expect(numbers(funnel.get('q4'), 'reached', 'left_here', 'still_here')).toEqual([2, 1, 0]);
    expect(await db.ask('select page_path, visitors::int from analytics.live()', [])).toEqual([
      { page_path: '/q5', visitors: 1 },
    ]);
  });

  it('shows a visitor whose clock is hours fast until half an hour has passed by ours', async () => {
    const now = Date.now();
    const ahead = (sessionId: string, at: number, pagePath: string) =>
      aView(at, { id: aKey(at + 5 * HOUR_MS), sessionId, pagePath, seconds: null });
    await write(db.service, [ahead('h5', now - 60_000, '/q8'), ahead('h6', now - 40 * 60_000, '/q9')]);
    await db.refreshAll();
    const funnel = await db.funnelOf([new Date(now - 2 * HOUR_MS), new Date(now + HOUR_MS)]);
    expect(numbers(funnel.get('q8'), 'reached', 'left_here', 'still_here')).toEqual([1, 0, 1]);
    expect(numbers(funnel.get('q9'), 'reached', 'left_here', 'still_here')).toEqual([1, 1, 0]);
    const live = await db.ask('select page_path, visitors::int from analytics.live()', []);
    expect(live.filter(({ page_path: path }) => path === '/q8' || path === '/q9')).toEqual([
      { page_path: '/q8', visitors: 1 },
    ]);
  });

  it('does not show a visitor whose last view is hours in the future as still there', async () => {
    const now = Date.now();
    await write(db.service, walk('h4', now + 5 * HOUR_MS, [['/q7', null]]));
    await db.refreshAll();
    const funnel = await db.funnelOf([new Date(now - 2 * HOUR_MS), new Date(now + 7 * HOUR_MS)]);
    expect(numbers(funnel.get('q7'), 'reached', 'left_here', 'still_here')).toEqual([1, 1, 0]);
  });

  it('shows who is still there for a variant that is not counted separately', async () => {
    const now = Date.now();
    await write(db.service, walk('h3', now - 60_000, [['/q6', null]], { variant: 'nobody-knows-it' }));
    await db.refreshAll();
    const range = [new Date(now - 2 * HOUR_MS), new Date(now + HOUR_MS)] as const;
    const there = async (variant: string) =>
      numbers((await db.funnelOf(range, variant)).get('q6'), 'reached', 'left_here', 'still_here');
    expect(await there('(other)')).toEqual([1, 0, 1]);
    expect(await there('A')).toEqual([0, 0, 0]);
  });

  it('is the same whatever arrives first, late or twice', async () => {
    const { range, at } = aDay();
    const views = walk('o1', at(10), [
      ['/', 5],
      ['/q1', 5],
      ['/onboarding', 5],
      ['/q2', 8],
    ]);
    const [first, , , last] = views;
    if (!first || !last) throw new Error('no views');
    await write(db.service, [last]);
    await db.refreshAll();
    expect(numbers((await db.funnelOf(range)).get('q2'), 'reached', 'left_here')).toEqual([1, 1]);
    await write(db.service, [{ ...first, at: at(10) }]);
    await db.refreshAll();
    await write(
      db.service,
      views.map((view) => ({ ...view, seconds: null })),
    );
    await write(db.service, views);
    await db.refreshAll();
    await db.owner.query('insert into rollups.changed_views (n, from_at, to_at) values (4, $1, $2)', [...range]);
    await db.refreshAll();
    const funnel = await db.funnelOf(range);
    expect(['root', 'q1', 'onboarding', 'q2'].map((step) => numbers(funnel.get(step), 'reached', 'left_here'))).toEqual(
      [
        [1, 0],
        [1, 0],
        [1, 0],
        [1, 1],
      ],
    );
    expect(
      (await db.ask('select * from analytics.page_timing($1, $2)', [...range])).map((row) =>
        numbers(row, 'views', 'bounces'),
      ),
    ).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
  });

  it('counts a bounce however often its only page is viewed, until another page is viewed', async () => {
    const { range, at } = aDay();
    const bounces = async () => {
      await db.refreshAll();
      return (
        await db.ask('select page_path, bounces::int from analytics.page_timing($1, $2) order by 1', [...range])
      ).map((row) => [row['page_path'], row['bounces']]);
    };
    await write(
      db.service,
      walk('b1', at(3), [
        ['/home', 5],
        ['/home', 3],
      ]),
    );
    await write(
      db.service,
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
    await write(db.service, walk('b1', at(4), [['/home', 2]]));
    expect((await bounces())[0]).toEqual(['/home', 1]);
    await write(db.service, walk('b1', at(5), [['/q1', 2]]));
    await write(db.service, walk('b1', at(6), [['/home', 2]]));
    expect((await bounces())[0]).toEqual(['/home', 0]);
  });

  it('is consistent for random visits', async () => {
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
      await write(db.service, views);
      if (random.chance(0.5)) await refresh(db.service);
    }
    for (let visitor = 0; visitor < 60; visitor += 1) {
      await addSession(db.owner, {
        id: `r${visitor}`,
        at: at(12),
        variant: random.oneOf([null, 'A', 'B']),
        campaign: random.oneOf(['x', 'y']),
        excluded: random.chance(0.1),
      });
      await addAnswer(db.owner, `r${visitor}`, 'q1', '18-24');
      await addAnswer(db.owner, `r${visitor}`, 'q10', '["claude","dalle"]');
      if (random.chance(0.3))
        await addOrder(db.owner, {
          sessionId: `r${visitor}`,
          at: at(13),
          refundedCents: random.oneOf([0, 0, 500, 2240]),
        });
      if (random.chance(0.1))
        await addOrder(db.owner, { sessionId: `r${visitor}`, at: at(14), plan: '1week', cents: 776 });
    }
    await db.refreshAll();
    const funnel = [...(await db.funnelOf(range)).values()].map(
      (row) => numbers(row, 'reached', 'answered', 'left_here', 'still_here') as number[],
    );
    const [{ visitors = 0 } = {}] = (
      await db.owner.query<{ visitors: number }>(
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
    const timing = await db.ask('select * from analytics.page_timing($1, $2)', [...range]);
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
      db.ask('select * from analytics.conversion($1, $2)', [...range]),
      db.ask(`select * from analytics.conversion($1, $2, 'campaign')`, [...range]),
      db.ask(`select * from analytics.conversion_by_day($1, $2)`, [...range]),
    ]);
    expect(total(byCampaign)).toEqual(total(byVariant));
    expect(total(byDay)).toEqual(total(byVariant));
    const byPlan = await db.ask(`select * from analytics.conversion($1, $2, 'plan')`, [...range]);
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
      db.ask(`select sum(views)::int as n from analytics.page_timing_daily where day = $1`, [
        range[0].toISOString().slice(0, 10),
      ]),
      db.ask('select sum(views)::int as n from analytics.page_timing($1, $2)', [...range]),
    ]);
    expect(dailyViews).toEqual(rangeViews);
  });
});
