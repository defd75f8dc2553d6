import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropOldMonths, forgetVisits } from '../src/refresher/months.ts';
import { addAnswer, addOrder, addSession, recordChange } from './support/funnel-rows.ts';
import { write } from './support/views.ts';
import { aDay, DAY_MS, HOUR_MS, numbers, TODAY, visitDatabase, walk, type VisitDatabase } from './support/visits.ts';

let db: VisitDatabase;

beforeAll(async () => {
  db = await visitDatabase();
});

afterAll(() => db.stop());

describe('an excluded visit', () => {
  it('is left out everywhere, whichever service excluded it', async () => {
    const { range, at } = aDay();
    await write(db.service, [
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
    await addSession(db.owner, { id: 'x1', at: at(2) });
    await addAnswer(db.owner, 'x1', 'q1', '18-24');
    await addSession(db.owner, { id: 'x3', at: at(2), excluded: true });
    await addSession(db.owner, { id: 'x4', at: at(2) });
    await db.refreshAll();
    const { rows } = await db.owner.query(
      `select session_id from rollups.visits where excluded and session_id like 'x%' order by 1`,
    );
    expect(rows.map((row) => row['session_id'])).toEqual(['x1', 'x2', 'x3']);
    expect(numbers((await db.funnelOf(range)).get('root'), 'reached')).toEqual([1]);
    expect(await db.ask('select * from analytics.answers($1, $2)', [...range])).toEqual([]);
    expect(
      (await db.ask('select * from analytics.conversion($1, $2)', [...range])).map((row) => numbers(row, 'visitors')),
    ).toEqual([[1]]);
    expect(
      await db.ask(`select session_id from analytics.sessions where began_at >= $1 and began_at < $2`, [...range]),
    ).toEqual([{ session_id: 'x4' }]);
    expect(
      await db.ask(`select distinct session_id from analytics.page_views where entered_at >= $1 and entered_at < $2`, [
        ...range,
      ]),
    ).toEqual([{ session_id: 'x4' }]);
  });
});

describe('a visit that is marked while it is under way', () => {
  it('is left out as a whole, except for the timing of its earlier views', async () => {
    const { range, at } = aDay();
    await addSession(db.owner, { id: 'm1', at: at(2) });
    await addAnswer(db.owner, 'm1', 'q1', '18-24');
    await write(db.service, walk('m1', at(2), [['/q1', 5]]));
    await addOrder(db.owner, { sessionId: 'm1', at: at(3) });
    await db.refreshAll();
    expect(await db.ask('select orders::int from analytics.conversion($1, $2)', [...range])).toEqual([{ orders: 1 }]);
    await write(db.service, walk('m1', at(4), [['/q2', 5]], { isOwner: true }));
    await db.refreshAll();
    expect(await db.ask('select * from analytics.conversion($1, $2)', [...range])).toEqual([]);
    expect(await db.ask('select * from analytics.answers($1, $2)', [...range])).toEqual([]);
    expect(numbers((await db.funnelOf(range)).get('q1'), 'reached')).toEqual([0]);
    expect(
      await db.ask('select page_path, views::int, began::int from analytics.page_timing($1, $2)', [...range]),
    ).toEqual([{ page_path: '/q1', views: 1, began: 0 }]);
  });
});

describe('a person who is erased', () => {
  /**
   * Erases as svc-funnel does: deletes sessions without an order, and renames the others differently from their page
   * views.
   */
  const erase = async (...sessionIds: string[]): Promise<void> => {
    const client = await db.owner.connect();
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

  it('leaves counts but no trace of the session, whether or not it had been counted before', async () => {
    const { range, at } = aDay();
    for (const id of ['gone-1', 'gone-2']) {
      await addSession(db.owner, { id, at: at(6), campaign: 'spring' });
      await addAnswer(db.owner, id, 'q1', '45+');
      await write(
        db.service,
        walk(id, at(6), [
          ['/', 5],
          ['/q1', 7],
        ]),
      );
      // The second one is erased before any refresh.
      if (id === 'gone-2') continue;
      await addOrder(db.owner, { sessionId: id, at: at(7) });
      await db.refreshAll();
    }
    await erase('gone-1', 'gone-2', 'gone-2');
    const { rows: strangers } = await db.owner.query(
      `select views.session_id ~ '^erased_' as erased, count(*)::int as views, count(v.session_id)::int as with_visit
       from tracking.page_views views left join rollups.visits v using (session_id)
       where views.id >= rollups.min_id_at($1) and views.id < rollups.min_id_at($2) group by views.session_id order by 3`,
      [...range],
    );
    expect(strangers).toEqual([
      { erased: true, views: 2, with_visit: 0 },
      { erased: true, views: 2, with_visit: 2 },
    ]);
    const traces = async () =>
      (
        await db.owner.query(
          `select session_id from funnel.changes where session_id like 'gone-%' union all select session_id from rollups.visits where session_id like 'gone-%' union all select session_id from rollups.sales where session_id like 'gone-%' union all select session_id from rollups.counted_answers where session_id like 'gone-%'`,
        )
      ).rows;
    expect(await traces()).toEqual([]);
    await db.refreshAll();
    expect(await traces()).toEqual([]);
    expect(numbers((await db.funnelOf(range)).get('q1'), 'reached', 'answered')).toEqual([2, 1]);
    const { rows: campaigns } = await db.owner.query(
      `select distinct campaign from rollups.visits where session_id like 'erased%'`,
    );
    expect(campaigns).toEqual([{ campaign: '' }]);
    const { rows: buckets } = await db.owner.query(
      `select kind, key from rollups.metric_buckets where level = 0 and starts_at >= $1 and starts_at < $2 and (key = 'spring' or key like 'q1 %')`,
      [...range],
    );
    expect(buckets).toEqual([]);
    const total = await db.ask(
      'select sum(visitors)::int as visitors, sum(orders)::int as orders from analytics.conversion($1, $2)',
      [...range],
    );
    expect(total).toEqual([{ visitors: 2, orders: 1 }]);
    expect(await db.ask('select * from analytics.answers($1, $2)', [...range])).toEqual([]);
  });

  it('leaves orders counted, or not counted, as before', async () => {
    const { range, at } = aDay();
    await db.owner.query(`insert into rollups.remote_paths values ('/', 'mf-quiz'), ('/q1', 'mf-quiz')`);
    const onRelease = { variant: 'B', release: '0000000000000000000e' };
    // A content blocker has stopped the page views of the last one.
    for (const id of ['buyer', 'reader', 'previewer', 'blocked']) {
      await addSession(db.owner, { id, at: at(6), variant: 'B' });
      if (id === 'blocked') continue;
      const screens: [string, number][] = [
        ['/', 5],
        ['/q1', 7],
      ];
      await write(db.service, walk(id, at(6), screens, { ...onRelease, isPreview: id === 'previewer' }));
    }
    await addOrder(db.owner, { sessionId: 'buyer', at: at(7), plan: '1week', cents: 776 });
    await addOrder(db.owner, { sessionId: 'buyer', at: at(8), cents: 4480 });
    await addOrder(db.owner, { sessionId: 'blocked', at: at(7) });
    await addOrder(db.owner, { sessionId: 'previewer', at: at(7) });
    const seen = async () => {
      await db.refreshAll();
      return {
        variants: await db.ask('select * from analytics.conversion($1, $2)', [...range]),
        plans: await db.ask(`select * from analytics.conversion($1, $2, 'plan')`, [...range]),
        releases: await db.ask('select * from analytics.releases($1, $2)', [...range]),
        bought: await db.ask(
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
    // The order, which names its buyer for bookkeeping, leads to none of the page views.
    const { rows: linked } = await db.owner.query(
      `select from rollups.sales s join tracking.page_views v on v.session_id = s.session_id where s.session_id like 'erased%'`,
    );
    expect(linked).toEqual([]);
    const { rows: refunded } = await db.owner.query<{ session: string }>(
      'update funnel.orders set refunded_cents = 4480 where amount_cents = 4480 and paid_at = $1 returning session_id as session',
      [new Date(at(8))],
    );
    await recordChange(db.owner, ...refunded.map(({ session }) => session));
    expect((await seen()).variants).toMatchObject([
      { ...before.variants[0], refunded_cents: '4480', net_cents: '3016' },
    ]);
  });
});

describe('visits whose page views are dropped', () => {
  /** Far beyond retention. Dropping months also drops those of the other tests, so this comes last. */
  const KEPT_MONTHS = 3;
  const OLD = TODAY - 200 * DAY_MS;
  const range = [new Date(OLD), new Date(OLD + DAY_MS)] as const;

  const figures = async () => ({
    funnel: await db.ask(
      'select step, reached, answered, left_here, still_here, stayed_p50_seconds from analytics.funnel($1, $2)',
      [...range],
    ),
    timing: await db.ask('select * from analytics.page_timing($1, $2)', [...range]),
    quiz: await db.ask('select * from analytics.quiz_time($1, $2)', [...range]),
    variants: await db.ask('select * from analytics.conversion($1, $2)', [...range]),
    campaigns: await db.ask(`select * from analytics.conversion($1, $2, 'campaign')`, [...range]),
  });
  const tracesOf = async (session: string): Promise<unknown[]> =>
    (
      await db.owner.query(
        `select session_id from rollups.visits where session_id = $1 union all select session_id from rollups.sales where session_id = $1 union all select session_id from funnel.changes where session_id = $1`,
        [session],
      )
    ).rows;

  it('are forgotten, the aggregates stay, and late changes count once', async () => {
    for (const id of ['old-1', 'old-2', 'back', 'young']) {
      await addSession(db.owner, { id, at: OLD + HOUR_MS, campaign: 'spring', variant: 'A' });
      await addAnswer(db.owner, id, 'q1', '45+');
    }
    await addOrder(db.owner, { sessionId: 'old-1', at: OLD + 2 * HOUR_MS, cents: 2240 });
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
    // `young` has seen a page recently, so its visit is kept.
    await write(db.service, [
      ...views,
      ...walk('young', OLD + HOUR_MS, [['/', 4]]),
      ...walk('young', TODAY - DAY_MS, [['/q1', 8]]),
    ]);
    await db.refreshAll();
    const before = await figures();
    expect(before.timing.length).toBeGreaterThan(1);

    await dropOldMonths(db.service, KEPT_MONTHS);
    expect(await forgetVisits(db.service, KEPT_MONTHS, AbortSignal.abort())).toBe(0);
    expect(await forgetVisits(db.service, KEPT_MONTHS)).toBeGreaterThanOrEqual(3);
    expect(await forgetVisits(db.service, KEPT_MONTHS)).toBe(0);
    expect(await tracesOf('old-1')).toEqual([]);
    expect(await tracesOf('young')).toHaveLength(1);
    expect(await figures()).toEqual(before);
    expect(
      await db.ask(`select session_id, net_cents::int from analytics.orders where paid_at >= $1 and paid_at < $2`, [
        ...range,
      ]),
    ).toEqual([{ session_id: null, net_cents: 2240 }]);

    // Late changes: sessions change again, an order is refunded, and views are marked as changed again.
    await db.owner.query(`update funnel.sessions set utm = utm where id in ('old-1', 'old-2', 'young')`);
    await db.owner.query(`update funnel.orders set refunded_cents = 2240 where session_id = 'old-1'`);
    await recordChange(db.owner, 'old-1', 'old-2', 'young');
    await db.owner.query('insert into rollups.changed_views (n, ids) values (1, $1)', [[views[0]?.id]]);
    await db.owner.query('insert into rollups.changed_views (n, from_at, to_at) values (1, $1, $2)', [...range]);
    await db.refreshAll();
    expect(await tracesOf('old-1')).toEqual([]);
    const refunded = await figures();
    expect(refunded.funnel).toEqual(before.funnel);
    expect(refunded.quiz).toEqual(before.quiz);
    expect(refunded.variants.map((row) => numbers(row, 'visitors', 'buyers', 'gross_cents', 'net_cents'))).toEqual([
      [4, 1, 2240, 0],
    ]);
  });

  it('begin again when their visitor comes back', async () => {
    const before = await figures();
    await write(db.service, walk('back', TODAY - HOUR_MS * 30, [['/q1', 6]]));
    await addOrder(db.owner, { sessionId: 'back', at: TODAY - HOUR_MS * 29, cents: 776 });
    await db.refreshAll();
    expect(await figures()).toEqual(before);
    const visits = await db.ask(`select began_at from analytics.sessions where session_id = 'back'`, []);
    expect(visits).toEqual([{ began_at: new Date(TODAY - HOUR_MS * 30) }]);
  });
});
