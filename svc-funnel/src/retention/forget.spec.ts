import { randomUUID } from 'node:crypto';
import { POLICY } from '@course/funnel';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aSessionId, Browser } from '../../test/browser.ts';
import { query, type Row } from '../../test/database.ts';
import { anEvent, anOpenCheckout, aSessionObject } from '../../test/events.ts';
import { work } from '../../test/reader.ts';
import { FOUR_WEEKS_CENTS } from '../../test/prices.ts';
import { sharedService, type Service } from '../../test/service.ts';
import { parseEnv } from '../platform/env.ts';
import { testEnv } from '../../test/service.ts';
import { PrismaService } from '../platform/prisma.ts';
import { forgetPayloads, forgetSessions } from './forget.ts';
import { DAY_MS } from '../platform/clock.ts';

const DAYS = 180;

let service: Service;
let prisma: PrismaService;
beforeAll(async () => {
  service = await sharedService();
  prisma = service.app.get(PrismaService);
});

/** Each test has its own day, long ago: the database is shared, and what other tests write is recent. */
let day = Date.UTC(2001, 0, 1);
let now: Date;
beforeEach(() => {
  day += 500 * DAY_MS;
  now = new Date(day + (DAYS + 2) * DAY_MS);
});

interface SessionOptions {
  readonly row?: Row;
  readonly answers?: Readonly<Record<string, string>>;
  readonly answeredAt?: Date;
}

const recordChange = (id: string) => query('insert into funnel.changes (session_id) values ($1)', [id]);

async function aSession({
  row = {},
  answers = { q2: 'grow', q7: '["design","writing"]' },
  answeredAt,
}: SessionOptions = {}): Promise<string> {
  const at = new Date(day + 3_600_000);
  const session: Row = {
    id: aSessionId(),
    email: 'quitter@example.com',
    name: 'Quitter',
    variant: 'b',
    utm: JSON.stringify({ source: 'x', campaign: 'spring' }),
    created_at: at,
    updated_at: at,
    ...row,
  };
  const names = Object.keys(session);
  await query(
    `insert into funnel.sessions (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(session),
  );
  for (const [key, value] of Object.entries(answers))
    await query(
      'insert into funnel.responses (session_id, question_key, answer_value, created_at, updated_at) values ($1, $2, $3, $4, $4)',
      [session['id'], key, value, answeredAt ?? at],
    );
  await recordChange(String(session['id']));
  return String(session['id']);
}

const exists = async (id: string): Promise<boolean> =>
  (await query('select 1 from funnel.sessions where id = $1', [id])).length === 1;
const old = () => ({ created_at: new Date(day), updated_at: new Date(day) });

const eventOf = async (
  checkout: { id: string; providerSessionId: string },
  receivedAt: Date,
  [outcome, reason]: readonly [outcome: string, reason?: string] = ['applied'],
): Promise<string> => {
  const event = anEvent(
    aSessionObject(checkout, { customer_details: { email: 'quitter@example.com', name: 'Quitter' } }),
  );
  await query(
    `insert into funnel.payment_events (id, type, livemode, occurred_at, received_at, checkout_id, outcome, reason, payload) values ($1, 'checkout.session.expired', false, $2, $2, $3, $4, $5, $6)`,
    [event['id'], receivedAt, checkout.id, outcome, reason ?? null, JSON.stringify(event)],
  );
  return String(event['id']);
};

describe('a session without a purchase', () => {
  it('is deleted after its days, with name, address, answers and payment events', async () => {
    const id = await aSession();
    const checkout = await anOpenCheckout(id, { status: 'expired', email: 'quitter@example.com', ...old() });
    await eventOf(checkout, new Date(day));
    const failed = await anOpenCheckout(id, { status: 'failed', email: 'quitter@example.com', ...old() });
    await query(
      `insert into funnel.deliveries (id, checkout_id, kind, message_id, status, due_at, sent_at) values (gen_random_uuid(), $1::uuid, 'payment_failed', $1, 'sent', $2, $2)`,
      [failed.id, new Date(day)],
    );
    expect(await forgetSessions(prisma, DAYS, new Date(now.getTime() - 3 * DAY_MS))).toBe(0);
    expect(await forgetSessions(prisma, DAYS, now)).toBe(1);
    for (const [table, column, value] of [
      ['sessions', 'id', id],
      ['responses', 'session_id', id],
      ['checkouts', 'session_id', id],
      ['payment_events', 'checkout_id', checkout.id],
      ['deliveries', 'checkout_id', failed.id],
    ]) {
      expect(await query(`select 1 from funnel.${table} where ${column}::text = $1`, [value])).toEqual([]);
    }
  });

  it.each<[string, () => Promise<string>]>([
    ['was changed since', () => aSession({ row: { updated_at: new Date(now.getTime() - DAY_MS) } })],
    ['has had answers since', () => aSession({ answeredAt: new Date(now.getTime() - DAY_MS) })],
    ['is seeded', () => aSession({ row: { seeded: true } })],
    [
      'has a payment in progress',
      async () => {
        const id = await aSession();
        await anOpenCheckout(id, { status: 'processing', ...old() });
        return id;
      },
    ],
    [
      'has bought',
      async () => {
        const id = await aSession();
        const checkout = await anOpenCheckout(id, { status: 'paid', ...old() });
        await query(
          `insert into funnel.orders (id, checkout_id, session_id, email, plan, pricing, amount_cents, currency, status, livemode, paid_at) values ($1, $2, $3, 'a@b.example', '4week', 'discounted', 2240, 'usd', 'paid', false, $4)`,
          [randomUUID(), checkout.id, id, new Date(day)],
        );
        return id;
      },
    ],
  ])('stays when it %s', async (_what, make) => {
    const id = await make();
    await forgetSessions(prisma, DAYS, now);
    expect(await exists(id)).toBe(true);
  });

  it('is deleted once, however many there are and however many runs there are at a time', async () => {
    await query(
      `insert into funnel.sessions (id, email, created_at, updated_at) select 'session_1700000000000_' || md5($1 || n), 'many@example.com', $2, $2 from generate_series(1, 1203) as n`,
      [randomUUID(), new Date(day)],
    );
    expect(
      await Promise.all([forgetSessions(prisma, DAYS, now), forgetSessions(prisma, DAYS, now)]).then(
        ([first, second]) => first! + second!,
      ),
    ).toBe(1203);
    expect(await forgetSessions(prisma, DAYS, now)).toBe(0);
  });

  it('is created again when its browser returns', async () => {
    const id = await aSession();
    await forgetSessions(prisma, DAYS, now);
    expect((await new Browser(service.url).post('/api/sessions', { id })).status).toBe(201);
    await query('delete from funnel.sessions where id = $1', [id]);
  });
});

describe("the analysts' figures", () => {
  const range = () => [new Date(day), new Date(day + DAY_MS)];
  const figures = async () => {
    for (let left = 1; left > 0;) left = Number((await query('select rollups.refresh() as took'))[0]?.['took']);
    return {
      answers: await query('select * from analytics.answers($1, $2) order by question_key, answer_value', range()),
      ofVariant: await query(
        `select * from analytics.answers($1, $2, 'b') order by question_key, answer_value`,
        range(),
      ),
      funnel: await query('select step, reached, answered from analytics.funnel($1, $2) order by place', range()),
      conversion: await query(
        `select key, visitors, buyers from analytics.conversion($1, $2, 'campaign') order by key`,
        range(),
      ),
      visits: await query(
        'select variant, campaign, questions_answered from analytics.sessions where began_at >= $1 and began_at < $2 order by 1, 2, 3',
        range(),
      ),
    };
  };

  it('stay the same after the deletion', async () => {
    for (const variant of ['a', 'b', 'b']) await aSession({ row: { variant } });
    await aSession({ answers: { q2: 'learn' } });
    const before = await figures();
    expect(before.answers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ question_key: 'q2', answer_value: 'grow', answers: '3' }),
        expect.objectContaining({ question_key: 'q7', answer_value: 'design', answers: '3' }),
      ]),
    );
    expect(before.conversion).toEqual([{ key: 'spring', visitors: '4', buyers: '0' }]);
    expect(await forgetSessions(prisma, DAYS, now)).toBe(4);
    expect(await figures()).toEqual(before);
  });

  it('stay the same when the browser returns and sends its answers again, and more', async () => {
    const id = await aSession();
    // A visit is kept because of its page views, written here as by svc-tracking.
    const viewedAt = day + 3_600_000;
    await query(
      `insert into tracking.page_views (id, entered_at, session_id, page_path)
       select overlay(rollups.min_id_at($1)::text placing '7000-8' from 15)::uuid, $1, $2, '/q2'`,
      [new Date(viewedAt), id],
    );
    const before = await figures();
    expect(before.visits).toEqual([{ variant: 'b', campaign: 'spring', questions_answered: 2 }]);
    expect(before.funnel).toContainEqual({ step: 'q2', reached: '1', answered: '1' });
    await forgetSessions(prisma, DAYS, now);
    expect(await figures()).toEqual(before);
    const back = { created_at: now, updated_at: now };
    await aSession({ row: { ...back, id, utm: null }, answers: {} });
    expect(await figures()).toEqual(before);
    for (const [key, value] of [
      ['q2', 'learn'],
      ['q7', '["design"]'],
      ['q3', 'yes'],
    ])
      await query('insert into funnel.responses (session_id, question_key, answer_value) values ($1, $2, $3)', [
        id,
        key,
        value,
      ]);
    await recordChange(id);
    expect(await figures()).toEqual(before);
    const afterReturn = [now, new Date(now.getTime() + DAY_MS)];
    expect(await query('select * from analytics.answers($1, $2)', afterReturn)).toEqual([]);
    await query('delete from funnel.sessions where id = $1', [id]);
  });

  it('still lose what is deleted or erased', async () => {
    const id = await aSession();
    const before = await figures();
    expect(before.answers).not.toEqual([]);
    await query('delete from funnel.sessions where id = $1', [id]);
    await recordChange(id);
    expect((await figures()).answers).toEqual([]);
  });
});

describe('a payment event', () => {
  const payloadOf = async (id: string) =>
    String((await query('select payload from funnel.payment_events where id = $1', [id]))[0]?.['payload']);

  it('loses the buyer after its days, and keeps ids, amounts, states and times', async () => {
    const checkout = await anOpenCheckout(await aSession({ row: { seeded: true } }), old());
    const [early, late] = [await eventOf(checkout, new Date(day)), await eventOf(checkout, now)];
    await forgetPayloads(prisma, 90, now);
    expect(await payloadOf(early)).not.toMatch(/quitter/i);
    expect(JSON.parse(await payloadOf(early))).toMatchObject({
      id: early,
      type: 'checkout.session.completed',
      data: { object: { amount_total: FOUR_WEEKS_CENTS, currency: 'usd' } },
      erased: true,
    });
    expect(await payloadOf(late)).toMatch(/quitter/i);
    expect(await forgetPayloads(prisma, 90, now)).toBe(0);
  });

  it('is written only once if its payload is not an object', async () => {
    const checkout = await anOpenCheckout(await aSession({ row: { seeded: true } }), old());
    const unreadable = await eventOf(checkout, new Date(day));
    await query('update funnel.payment_events set payload = $2 where id = $1', [unreadable, 'Quitter']);
    await forgetPayloads(prisma, 90, now);
    expect(await payloadOf(unreadable)).toBe('{"erased":true}');
    expect(await forgetPayloads(prisma, 90, now)).toBe(0);
  });

  it('loses the buyer at once if it changed nothing, which earlier releases stored in full', async () => {
    const checkout = await anOpenCheckout(await aSession({ row: { seeded: true } }), old());
    const unhandled = await eventOf(checkout, now, ['ignored', 'not handled']);
    const late = await eventOf(checkout, now, ['ignored', 'older than what is known']);
    await forgetPayloads(prisma, 90, now);
    expect([await payloadOf(unhandled), await payloadOf(late)]).toEqual([
      expect.not.stringMatching(/quitter/i),
      expect.stringMatching(/quitter/i),
    ]);
  });
});

it('runs as a task of the queue, with the days of the environment', async () => {
  const id = await aSession({
    row: { created_at: new Date(Date.now() - 200 * DAY_MS), updated_at: new Date(Date.now() - 200 * DAY_MS) },
    answeredAt: new Date(Date.now() - 200 * DAY_MS),
  });
  await query(`select id from graphile_worker.add_job('forget', '{}'::json)`);
  expect(await work(service, 'forget', () => true)).toBe(1);
  expect(await exists(id)).toBe(false);
});

describe('the days', () => {
  it('are those of the privacy policy', () => {
    expect(parseEnv(testEnv()).retention).toEqual({
      sessionDays: POLICY.unpaidSessionDays,
      paymentDays: POLICY.paymentDataDays,
    });
  });

  it('may be fewer, but never more than it promises', () => {
    expect(parseEnv(testEnv({ KEEP_SESSIONS_DAYS: '30', KEEP_PAYMENT_DATA_DAYS: '7' })).retention).toEqual({
      sessionDays: 30,
      paymentDays: 7,
    });
    expect(() => parseEnv(testEnv({ KEEP_SESSIONS_DAYS: '181' }))).toThrow(
      /KEEP_SESSIONS_DAYS: must be at most 180, as the privacy policy says/,
    );
    expect(() => parseEnv(testEnv({ KEEP_PAYMENT_DATA_DAYS: '0' }))).toThrow('KEEP_PAYMENT_DATA_DAYS');
  });
});
