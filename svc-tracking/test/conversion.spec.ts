import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAnswer, addOrder, addSession, recordChange } from './support/funnel-rows.ts';
import { aView, write } from './support/views.ts';
import { aDay, DAY_MS, HOUR_MS, numbers, visitDatabase, walk, type VisitDatabase } from './support/visits.ts';

let db: VisitDatabase;

beforeAll(async () => {
  db = await visitDatabase();
});

afterAll(() => db.stop());

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
        db.service,
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
      await addSession(db.owner, { id, at: at(9), variant, campaign });
    }
    await addOrder(db.owner, { sessionId: 'c1', at: at(10), cents: 2240, refundedCents: 2240 });
    await addOrder(db.owner, { sessionId: 'c1', at: at(11), plan: '12week', cents: 4480 });
    // Bought three days later, and counted for the day of the visit.
    await addOrder(db.owner, { sessionId: 'c3', at: at(9 + 72), plan: '1week', cents: 776 });
    await addOrder(db.owner, { sessionId: 'c4', at: at(10), live: false });
    await db.refreshAll();
    const shown = ['visitors', 'buyers', 'conversion', 'orders', 'gross_cents', 'refunded_cents', 'net_cents'];
    const by = async (what: string) =>
      new Map(
        (await db.ask('select * from analytics.conversion($1, $2, $3)', [...range, what])).map((row) => [
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
    await expect(db.analyst.query(`select * from analytics.conversion(now(), now(), 'email')`)).rejects.toThrow(
      'by_what must be',
    );
  });

  it('divides days by the requested time zone', async () => {
    const { begin, at } = aDay();
    await write(db.service, [...walk('z1', at(2), [['/', 5]]), ...walk('z2', at(8), [['/', 5]])]);
    await db.refreshAll();
    const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
    // Six hours behind UTC: what began at 02:00 began on the day before.
    const rows = await db.ask(
      `select key, visitors::int from analytics.conversion_by_day($1, $2, 'America/Regina') where visitors > 0`,
      [new Date(begin), new Date(begin + DAY_MS)],
    );
    expect(rows).toEqual([
      { key: day(begin - DAY_MS), visitors: 1 },
      { key: day(begin), visitors: 1 },
    ]);
    const bins = await db.ask(
      `select views::int, visitors::int from analytics.views_by_time($1, $2, 'America/Regina')`,
      [new Date(begin - 20 * DAY_MS + 6 * HOUR_MS), new Date(begin + DAY_MS + 6 * HOUR_MS)],
    );
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
    const views = await db.ask(`select * from analytics.views_by_time($1, $2, 'Europe/Berlin')`, [from, to]);
    expect(views).toHaveLength(hours);
    const timing = await db.ask(`select * from analytics.page_timing_by_time($1, $2, '/', 'Europe/Berlin')`, [
      from,
      to,
    ]);
    expect(timing).toHaveLength(hours);
  });

  it('has the views of the whole day when clocks move by half an hour', async () => {
    const day = ['2019-10-05T13:30Z', '2019-10-06T13:00Z'];
    await write(db.service, [aView(Date.parse('2019-10-06T01:00Z'), { sessionId: null, pagePath: '/' })]);
    const shown = (charted: string) =>
      db.ask(
        `select sum(views)::int as views, max(starts_at) filter (where views > 0) as at from analytics.${charted}`,
        day,
      );
    const atNoon = [{ views: 1, at: new Date('2019-10-06T01:00Z') }];
    expect(await shown(`views_by_time($1, $2, 'Australia/Lord_Howe')`)).toEqual(atNoon);
    expect(await shown(`page_timing_by_time($1, $2, '/', 'Australia/Lord_Howe')`)).toEqual(atNoon);
  });

  it('counts visitors that are not added to buckets yet, whatever they are grouped by', async () => {
    const { range, at } = aDay();
    await write(db.service, [
      ...walk('p1', at(9), [['/', 5]], { variant: 'A' }),
      ...walk('p2', at(9), [['/', 5]], { variant: 'B' }),
    ]);
    await addSession(db.owner, { id: 'p1', at: at(9), variant: 'A', campaign: 'spring' });
    await addOrder(db.owner, { sessionId: 'p1', at: at(10) });
    await db.service.query('select rollups.refresh(20000, 0)');
    const visitors = async (by: string) =>
      (await db.ask('select * from analytics.conversion($1, $2, $3) order by key', [...range, by])).map((row) =>
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
    await db.refreshAll();
    expect(await shown()).toEqual(pending);
  });
});

describe('answers', () => {
  it('count each option, follow changes, and are removed with excluded visitors', async () => {
    const { range, at } = aDay();
    for (const id of ['a1', 'a2', 'a3']) await addSession(db.owner, { id, at: at(4) });
    await addAnswer(db.owner, 'a1', 'q10', '["claude","gemini"]');
    await addAnswer(db.owner, 'a2', 'q10', '["claude"]');
    await addAnswer(db.owner, 'a3', 'q10', '["none"]');
    await addAnswer(db.owner, 'a1', 'q1', '18-24');
    await addAnswer(db.owner, 'a1', 'q1', '45+');
    const countedAnswers = async () => {
      await db.refreshAll();
      return db.ask('select question_key, answer_value, answers::int, share from analytics.answers($1, $2)', [
        ...range,
      ]);
    };
    expect(await countedAnswers()).toEqual([
      { question_key: 'q1', answer_value: '45+', answers: 1, share: 1 },
      { question_key: 'q10', answer_value: 'claude', answers: 2, share: 2 / 3 },
      { question_key: 'q10', answer_value: 'gemini', answers: 1, share: 1 / 3 },
      { question_key: 'q10', answer_value: 'none', answers: 1, share: 1 / 3 },
    ]);
    await db.owner.query(`update funnel.sessions set not_counted = true where id = 'a1'`);
    await db.owner.query(`delete from funnel.sessions where id = 'a3'`);
    await recordChange(db.owner, 'a1', 'a3');
    expect(await countedAnswers()).toEqual([{ question_key: 'q10', answer_value: 'claude', answers: 1, share: 1 }]);
  });

  it('count in the hour and for the variant of their visit', async () => {
    const { begin, range, at } = aDay();
    await write(db.service, walk('late', at(23, 3300), [['/q1', 5]], { variant: 'A' }));
    await addSession(db.owner, { id: 'late', at: at(24, 1260), variant: 'B' });
    await addAnswer(db.owner, 'late', 'q1', '18-24');
    await db.refreshAll();
    const answersOf = (from: number, variant: string) =>
      db.ask('select answers::int from analytics.answers($1, $2, $3)', [
        new Date(from),
        new Date(from + DAY_MS),
        variant,
      ]);
    expect(await db.ask('select answers::int from analytics.answers($1, $2)', [...range])).toEqual([{ answers: 1 }]);
    expect(await answersOf(begin, 'A')).toEqual([{ answers: 1 }]);
    expect(await answersOf(begin + DAY_MS, 'B')).toEqual([]);
  });

  it.each(['<img src=x onerror=alert(1)>', `'; drop table funnel.sessions; --`, '[not json', '[1, {"a": 2}]'])(
    'keep %s as text',
    async (value) => {
      const { range, at } = aDay();
      await addSession(db.owner, { id: `t${value}`, at: at(4) });
      await addAnswer(db.owner, `t${value}`, 'q2', value);
      await db.refreshAll();
      const rows = await db.ask('select answer_value from analytics.answers($1, $2)', [...range]);
      expect(rows.map((row) => row['answer_value'])).toEqual(value === '[1, {"a": 2}]' ? ['1', '{"a": 2}'] : [value]);
    },
  );
});
