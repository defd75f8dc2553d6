import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aVisitor } from '../../../test/browser.ts';
import { aCharge, aSessionObject, anEvent, deliver } from '../../../test/events.ts';
import type { Row } from '../../../test/database.ts';
import { LINK_KEY } from '../../../test/service.ts';
import { ProviderError } from '../../payments/provider-error.ts';
import { stopAddress } from '../../course/deliveries/stopped-addresses.ts';
import { aBuyer, startOwnShop, type OwnShop } from '../../../test/own-shop.ts';
import { lockCourse } from '../../platform/locks.ts';
import { redactLateEvents } from '../../retention/forget.ts';
import { FOUR_WEEKS_CENTS, FOUR_WEEKS_TEXT } from '../../../test/prices.ts';

let shop: OwnShop;
beforeAll(async () => {
  shop = await startOwnShop();
});
afterAll(() => shop.stop());

/** Returns every value in every column of every table, with its place. */
const everywhere = async (): Promise<string[]> => {
  const columns = await shop.query(`
    select format('%I.%I', table_schema, table_name) as table_name, format('%I', column_name) as column_name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`);
  const rows = await shop.query(
    columns
      .map(
        (column) =>
          `select '${String(column['table_name'])}.${String(column['column_name'])}' as place, ${String(column['column_name'])}::text as value from ${String(column['table_name'])} where ${String(column['column_name'])} is not null`,
      )
      .join(' union all '),
  );
  return rows.map(({ place, value }) => `${String(place)}: ${String(value)}`);
};

const placesOf = async (text: string): Promise<string[]> =>
  (await everywhere())
    .filter((value) => value.toLowerCase().includes(text.toLowerCase()))
    .map((value) => value.slice(0, 160));

/** As svc-tracking does every second; until then the tables behind the aggregates keep the earlier values. */
const refreshAggregates = async (): Promise<void> => {
  while (Number((await shop.query('select rollups.refresh() as taken'))[0]?.['taken']) > 0);
};

const aPageView = (sessionId: string, n: number) =>
  shop.query(
    `insert into tracking.page_views (id, entered_at, session_id, page_path) values (('01900000-0000-7000-8000-' || lpad(to_hex($2::int), 12, '0'))::uuid, now(), $1, '/q1')`,
    [sessionId, n],
  );

/** Inserts a request for the first step for this address, with its mail. */
const aFirstStep = (sessionId: string, email: string) =>
  shop.query(
    `with request as (
       insert into funnel.first_steps (id, session_id, email, consent_version, consented_at) values (gen_random_uuid(), $1, $2, 'words-1', now()) returning id
     )
     insert into funnel.deliveries (id, first_step_id, kind, message_id, status, due_at)
     select gen_random_uuid(), id, 'first_step_confirm', '<' || id || '@test>', 'queued', now() from request`,
    [sessionId, email],
  );

describe('export', () => {
  it('contains everything about the person and nothing about others', async () => {
    const [anna, ben] = [
      await aBuyer(shop, { email: 'Export.Me@example.com', name: 'Exporta' }),
      await aBuyer(shop, { email: 'other@example.com', name: 'Otherwise' }),
    ];
    await aPageView(anna.sessionId, 1);
    await aPageView(ben.sessionId, 2);
    const withdrawn = (order: string | null, status: string, name: string, reference: string) =>
      shop.query(
        `insert into funnel.withdrawals (id, order_id, name, reference, statement, status, received_at) values (gen_random_uuid(), $1, $3, $4, 'I withdraw', $2, now())`,
        [order, status, name, reference],
      );
    await withdrawn(anna.orderId, 'objected', 'Exporta E.', anna.orderNumber);
    await withdrawn(null, 'unmatched', 'Exporta, mistyped', 'Export.me@example.com');
    await withdrawn(null, 'unmatched', 'Exporta, after the refund', `#${anna.orderNumber.toLowerCase()}`);
    await withdrawn(null, 'unmatched', 'Otherwise', 'other@example.com');
    await shop.query(
      'insert into funnel.lesson_marks (order_id, place, done_at) values ($1, 1, now()), ($2, 2, now())',
      [anna.orderId, ben.orderId],
    );
    const { code, out, err } = await shop.run('export export.me@EXAMPLE.com');
    expect(code).toBe(0);
    const held = JSON.parse(out) as Record<string, { [key: string]: unknown }[]>;
    expect(held).toMatchObject({
      sessions: [
        {
          id: anna.sessionId,
          email: 'Export.Me@example.com',
          name: 'Exporta',
          responses: [{ questionKey: 'q15' }, { questionKey: 'q1' }],
        },
      ],
      checkouts: [{ sessionId: anna.sessionId, status: 'paid', termsVersion: '2026-11-01' }],
      orders: [
        {
          id: anna.orderId,
          amountCents: FOUR_WEEKS_CENTS,
          course: { timeZone: 'Europe/Berlin' },
          deliveries: [{ kind: 'confirmation' }],
          withdrawals: [{ name: 'Exporta E.', status: 'objected' }],
          lessonMarks: [{ place: 1 }],
        },
      ],
      withdrawalsOfNoOrder: [{ name: 'Exporta, mistyped' }, { name: 'Exporta, after the refund' }],
      pageViews: [{ session_id: anna.sessionId, page_path: '/q1' }],
    });
    expect(held['paymentEvents']?.[0]?.['payload']).toContain('Exporta');
    for (const other of [ben.sessionId, ben.orderId, 'Otherwise', 'other@example.com'])
      expect(out).not.toContain(other);
    expect(err).toContain('1 session, 1 order, 1 page view');
  });

  it('can be written to a file that only its owner can read', async () => {
    const { email } = await aBuyer(shop);
    const folder = mkdtempSync(path.join(tmpdir(), 'export-'));
    const file = path.join(folder, 'person.json');
    writeFileSync(file, 'An earlier one, for everybody to read.', { mode: 0o644 });
    expect(await shop.run(['export', email, '--out', file])).toMatchObject({ code: 0, out: '' });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ email });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['person.json']);
    rmSync(folder, { recursive: true });
  });

  it('finds a person of whom only a stopped address is left, as erase does', async () => {
    await stopAddress(shop.deps.prisma, [LINK_KEY], {
      address: 'Stopped@example.com',
      reason: 'complained',
      status: null,
      now: new Date(),
    });
    const { out } = await shop.run('export stopped@example.com');
    expect(JSON.parse(out)).toMatchObject({ stoppedAddresses: [{ address: 'Stopped@example.com' }] });
    expect((await shop.run('erase stopped@example.com --yes')).code).toBe(0);
    expect(await placesOf('stopped@example.com')).toEqual([]);
  });

  it('finds a visitor who gave an address and never bought, and reports an unknown address', async () => {
    await aVisitor(shop.service.url, 'lead@example.com');
    expect((await shop.run('export lead@example.com')).code).toBe(0);
    expect(await shop.run('export nobody@example.com')).toMatchObject({
      code: 1,
      err: 'Nothing is held about nobody@example.com.\n',
    });
  });
});

describe("a person's payment events", () => {
  const eventsIn = async (email: string) =>
    (JSON.parse((await shop.run(`export ${email}`)).out) as { paymentEvents: { id: string }[] }).paymentEvents.map(
      ({ id }) => id,
    );
  const aStrangeEvent = async (id: string, fields: Row) => {
    const event = anEvent(aCharge(`pi_${id}`, fields), { id, type: 'charge.refunded' });
    expect((await deliver(shop.service.url, event, { secret: shop.sandbox.webhookSecret })).status).toBe(200);
  };
  const payloadOf = async (id: string) =>
    String((await shop.query('select payload from funnel.payment_events where id = $1', [id]))[0]?.['payload']);

  it('are found by whole addresses, not by parts of longer ones', async () => {
    await aBuyer(shop, { email: 'ann@near.example.com', name: 'Ann' });
    await aVisitor(shop.service.url, 'n@near.example.com');
    await aStrangeEvent('evt_of_ann', { receipt_email: 'ann@near.example.com' });
    await aStrangeEvent('evt_of_n', { receipt_email: 'N@near.example.com' });
    await aStrangeEvent('evt_of_longer', { receipt_email: 'n@near.example.com.au' });
    expect(await eventsIn('n@near.example.com')).toEqual(['evt_of_n']);
    expect(await eventsIn('ann@near.example.com')).toContain('evt_of_ann');
    const before = [await payloadOf('evt_of_ann'), await payloadOf('evt_of_longer')];
    expect((await shop.run('erase n@near.example.com --yes')).code).toBe(0);
    expect([await payloadOf('evt_of_ann'), await payloadOf('evt_of_longer')]).toEqual(before);
    expect(await payloadOf('evt_of_n')).toContain('"erased":true');
  });

  it('are found by the payment, too, if the event contains no address', async () => {
    const { email, orderId } = await aBuyer(shop);
    const [{ payment } = {}] = await shop.query(
      'select provider_payment_id as payment from funnel.orders where id = $1',
      [orderId],
    );
    await aStrangeEvent('evt_of_payment', { payment_intent: payment });
    expect(await eventsIn(email)).toContain('evt_of_payment');
  });

  it('are not found by an address that was typed in a session but never used to pay', async () => {
    await aBuyer(shop, { email: 'victim@example.com' });
    await aStrangeEvent('evt_of_victim', { receipt_email: 'victim@example.com' });
    const { browser, id } = await aVisitor(shop.service.url, 'curious@example.com');
    await browser.post('/api/create-checkout-session', { plan: '1week' });
    await browser.patch(`/api/sessions/${id}`, { email: 'victim@example.com' });
    expect(await eventsIn('curious@example.com')).toEqual([]);
    const { code } = await shop.run('erase curious@example.com --yes');
    expect([code, shop.erased.includes('victim@example.com')]).toEqual([0, false]);
    expect(await payloadOf('evt_of_victim')).toContain('victim@example.com');
  });
});

describe('erase', () => {
  it('leaves no address, name, answer or session id in any column of any table, and keeps what bookkeeping needs', async () => {
    const other = await aBuyer(shop, { email: 'stays@example.com', name: 'Stayson' });
    const { orderId, orderNumber, sessionId } = await aBuyer(shop, { email: 'Erase.Me@example.com', name: 'Erasmina' });
    await shop.query(
      `update funnel.sessions set utm = '{"source": "erased-campaign"}', click_ids = '{"ttclid": "erased-click"}', variant = 'erased-variant' where id = $1`,
      [sessionId],
    );
    await shop.query(
      `insert into funnel.refund_requests (id, order_id, reason, status, requested_at) values (gen_random_uuid(), $1, 'I am Erasmina, erase.me@example.com', 'open', now())`,
      [orderId],
    );
    for (const [order, status] of [
      [orderId, 'objected'],
      [null, 'unmatched'],
    ])
      await shop.query(
        `insert into funnel.withdrawals (id, order_id, name, reference, statement, status, received_at) values (gen_random_uuid(), $1, 'Erasmina', 'ERASE.ME@example.com', 'I, Erasmina', $2, now())`,
        [order, status],
      );
    await shop.run(`resend ${orderId} link`);
    await aFirstStep(sessionId, 'Erase.Me@example.com');
    await shop.query(
      `update funnel.courses set send_hour = 22, weekdays_only = true, paused_until = '2030-01-01', unsubscribed_at = now() where order_id = $1`,
      [orderId],
    );
    await shop.query('insert into funnel.lesson_marks (order_id, place, done_at) values ($1, 1, now())', [orderId]);
    await shop.query(
      `insert into funnel.checkouts (id, session_id, plan, pricing, amount_cents, currency, return_origin, livemode, status, name, plan_answers)
       values (gen_random_uuid(), $1, '4week', 'discounted', 2240, 'usd', 'http://x', false, 'failed', 'Erasmina', '{"q15": "Erasmina"}')`,
      [sessionId],
    );
    // The event of a partial refund names the buyer, too.
    const [{ payment, checkout } = {}] = await shop.query(
      'select provider_payment_id as payment, checkout_id as checkout from funnel.orders where id = $1',
      [orderId],
    );
    await shop.deps.provider.refund(String(payment), 240);
    const charge = {
      id: 'ch_1',
      object: 'charge',
      livemode: false,
      amount: FOUR_WEEKS_CENTS,
      amount_refunded: 240,
      currency: 'usd',
      payment_intent: payment,
      billing_details: { email: 'erase.me@example.com', name: 'Erasmina' },
    };
    expect(
      (
        await deliver(shop.service.url, anEvent(charge, { id: 'evt_partly', type: 'charge.refunded' }), {
          secret: shop.sandbox.webhookSecret,
        })
      ).status,
    ).toBe(200);
    // An event of a checkout that is not ours names the address in another case.
    const strange = JSON.stringify(
      anEvent(
        aSessionObject(
          { id: crypto.randomUUID(), providerSessionId: 'cs_strange' },
          { customer_details: { email: 'ERASE.ME@example.com', name: 'Erasmina' } },
        ),
        { id: 'evt_strange' },
      ),
    );
    await deliver(shop.service.url, strange, { secret: shop.sandbox.webhookSecret });
    for (const n of [11, 12]) await aPageView(sessionId, n);
    await aPageView(other.sessionId, 13);
    const before = [await placesOf('erase.me'), await placesOf('Erasmina'), await placesOf(sessionId)];
    expect(before.map((places) => places.length > 3)).toEqual([true, true, true]);

    const { code, out, err } = await shop.run('erase erase.me@example.com', 'y');
    expect([code, out]).toEqual([0, 'Erased. 2 page views no longer identify anyone.\n']);
    for (const part of [
      `Keeps for the books: order ${orderNumber}`,
      FOUR_WEEKS_TEXT,
      'Ends 1 course',
      'cannot be undone',
    ])
      expect(err).toContain(part);
    await refreshAggregates();
    for (const trace of ['erase.me', 'Erasmina', sessionId, 'erased-campaign', 'erased-click', 'erased-variant'])
      expect(await placesOf(trace), trace).toEqual([]);
    expect(await shop.query(`select count(*)::int as n from funnel.responses where session_id like 'erased%'`)).toEqual(
      [{ n: 0 }],
    );

    expect(
      await shop.query(
        'select plan, pricing, amount_cents, refunded_cents, currency, status, provider_payment_id, checkout_id, email, paid_at is not null as paid from funnel.orders where id = $1',
        [orderId],
      ),
    ).toEqual([
      {
        plan: '4week',
        pricing: 'discounted',
        amount_cents: FOUR_WEEKS_CENTS,
        refunded_cents: 240,
        currency: 'usd',
        status: 'paid',
        provider_payment_id: payment,
        checkout_id: checkout,
        email: 'erased@erased.invalid',
        paid: true,
      },
    ]);
    expect(
      await shop.query(
        'select terms_version, terms_accepted_at is not null as accepted, provider_session_id is not null as provider from funnel.checkouts where id = $1',
        [checkout],
      ),
    ).toEqual([{ terms_version: '2026-11-01', accepted: true, provider: true }]);
    expect(
      await shop.query(
        'select status, stop_reason, next_due_at, lesson_ids[1:3] as lessons, plan_answers, send_hour, weekdays_only, paused_until, unsubscribed_at from funnel.courses where order_id = $1',
        [orderId],
      ),
    ).toEqual([
      {
        status: 'stopped',
        stop_reason: 'erased',
        next_due_at: null,
        lessons: ['day-01', 'day-02', 'day-03'],
        plan_answers: {},
        send_hour: null,
        weekdays_only: false,
        paused_until: null,
        unsubscribed_at: null,
      },
    ]);
    expect(await shop.query('select * from funnel.lesson_marks where order_id = $1', [orderId])).toEqual([]);
    expect(await shop.query(`select * from funnel.course_links where order_id = $1`, [orderId])).toEqual([]);
    expect(await shop.query(`select distinct status from funnel.deliveries where order_id = $1`, [orderId])).toEqual([
      { status: 'cancelled' },
    ]);
    expect(
      await shop.query(
        `select key from graphile_worker.jobs where key in (select 'send:' || id from funnel.deliveries where order_id = $1)`,
        [orderId],
      ),
    ).toEqual([]);
    // The two views are still one visit, but anonymous; the other buyer's data is complete.
    expect(
      await shop.query(
        `select count(*)::int as views, count(distinct session_id)::int as visits from tracking.page_views where session_id like 'erased%'`,
      ),
    ).toEqual([{ views: 2, visits: 1 }]);
    expect((await placesOf('stays@example.com')).length).toBeGreaterThan(3);
    expect((await placesOf(other.sessionId)).length).toBeGreaterThan(3);
    expect(shop.erased).toEqual(expect.arrayContaining(['erase.me@example.com', 'Erase.Me@example.com', orderNumber]));
    expect(shop.service.log().toLowerCase()).not.toMatch(/erase\.me|erasmina/);
    expect((await shop.run('export erase.me@example.com')).code).toBe(1);
    // The order that bookkeeping keeps can still be refunded, and its event replayed.
    expect((await shop.run(`refund ${orderId} --yes`)).code).toBe(0);
    expect(await shop.query('select refunded_cents, status from funnel.orders where id = $1', [orderId])).toEqual([
      { refunded_cents: FOUR_WEEKS_CENTS, status: 'refunded' },
    ]);
    expect((await shop.run(`webhook replay evt_partly --yes`)).code).toBe(0);
  });

  it('removes a visitor who never bought, and ends a checkout that could still be paid', async () => {
    const { browser, id } = await aVisitor(shop.service.url, 'window-shopper@example.com');
    const opened = await browser.post('/api/create-checkout-session', { plan: '1week' });
    const providerId = String((opened.body as { clientSecret: string }).clientSecret.split('_secret')[0]);
    await aVisitor(shop.service.url, 'Window-Shopper@example.com');
    expect((await shop.run('erase window-shopper@example.com --yes')).code).toBe(0);
    expect(await placesOf(id)).toEqual([]);
    // Stripe reports the end of the checkout, with its buyer, after everything was erased.
    await expect
      .poll(() =>
        shop.query(`select 1 from funnel.payment_events where type = 'checkout.session.expired' and payload like $1`, [
          `%${providerId}%`,
        ]),
      )
      .toHaveLength(1);
    expect(await redactLateEvents(shop.deps.prisma)).toBeGreaterThan(0);
    expect(await redactLateEvents(shop.deps.prisma)).toBe(0);
    expect(await placesOf('window-shopper')).toEqual([]);
    expect(
      await shop.query('select status, email, client_secret from funnel.checkouts where provider_session_id = $1', [
        providerId,
      ]),
    ).toEqual([{ status: 'expired', email: null, client_secret: null }]);
    await expect(shop.sandbox.pay(providerId)).rejects.toThrow();
  });

  it('removes what a stranger requested for this address, and keeps the stranger', async () => {
    const { id } = await aVisitor(shop.service.url, 'stranger@example.com');
    const { id: other } = await aVisitor(shop.service.url, 'other@example.com');
    await aFirstStep(id, 'asked.for@example.com');
    await aFirstStep(other, 'other@example.com');
    const { firstSteps, sessions } = JSON.parse((await shop.run('export ASKED.for@example.com')).out) as Row;
    expect(firstSteps).toMatchObject([
      { email: 'asked.for@example.com', consentVersion: 'words-1', deliveries: [{ kind: 'first_step_confirm' }] },
    ]);
    expect([sessions, JSON.stringify(firstSteps).includes(id)]).toEqual([[], false]);
    expect((await shop.run('erase asked.for@example.com --yes')).code).toBe(0);
    expect(await placesOf('asked.for')).toEqual([]);
    expect((await placesOf('stranger@example.com')).length).toBeGreaterThan(0);
    expect((await shop.query('select email from funnel.first_steps')).map(({ email }) => email)).toEqual([
      'other@example.com',
    ]);
  });

  it('cancels the mail about a failed payment, which export shows', async () => {
    const { id, browser } = await aVisitor(shop.service.url, 'debit@example.com');
    await browser.patch(`/api/sessions/${id}`, { name: 'Debita' });
    await shop.query(
      `with failed as (
         insert into funnel.checkouts (id, session_id, plan, pricing, amount_cents, currency, return_origin, livemode, status, email, name)
         values (gen_random_uuid(), $1, '4week', 'discounted', 2240, 'usd', 'http://localhost', false, 'failed', 'debit@example.com', 'Debita') returning id
       )
       insert into funnel.deliveries (id, checkout_id, kind, message_id, status, due_at)
       select gen_random_uuid(), id, 'payment_failed', id::text, 'queued', now() from failed`,
      [id],
    );
    const { checkouts } = JSON.parse((await shop.run('export debit@example.com')).out) as Row;
    expect(checkouts).toMatchObject([{ status: 'failed', deliveries: [{ kind: 'payment_failed' }] }]);
    expect((await shop.run('erase debit@example.com --yes')).code).toBe(0);
    expect([await placesOf('debit@'), await placesOf('Debita')]).toEqual([[], []]);
    expect(await shop.query(`select status from funnel.deliveries where kind = 'payment_failed'`)).toEqual([
      { status: 'cancelled' },
    ]);
  });

  it('locks the course before its mails, as a bounce does', async () => {
    const { email, orderId } = await aBuyer(shop);
    let erased: ReturnType<OwnShop['run']> | undefined;
    await shop.deps.prisma.$transaction(async (db) => {
      await lockCourse(db, orderId);
      erased = shop.run(`erase ${email} --yes`);
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(() => shop.query(waiting)).toHaveLength(1);
      await db.$queryRaw`SELECT 1 AS one FROM funnel.deliveries WHERE order_id = ${orderId}::uuid FOR UPDATE NOWAIT`;
    });
    expect((await erased)?.code).toBe(0);
  });

  it('also erases a corrected address, which belongs to the same person', async () => {
    const { orderId } = await aBuyer(shop, { email: 'mistyped@example.con' });
    await shop.run(`course resume ${orderId} --yes`);
    await shop.query(`update funnel.orders set email = 'mistyped@example.com' where id = $1`, [orderId]);
    expect((await shop.run('erase mistyped@example.com --yes')).code).toBe(0);
    expect(await placesOf('mistyped@')).toEqual([]);
    expect(shop.erased).toEqual(expect.arrayContaining(['mistyped@example.con', 'mistyped@example.com']));
  });

  it('says that nothing was erased when an open checkout cannot be ended', async () => {
    const { browser } = await aVisitor(shop.service.url, 'unlucky-shopper@example.com');
    await browser.post('/api/create-checkout-session', { plan: '1week' });
    vi.spyOn(shop.deps.provider, 'expire').mockRejectedValueOnce(new ProviderError('unreachable', undefined));
    expect(await shop.run('erase unlucky-shopper@example.com --yes')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Nothing was erased: .*Try again later\.$/m),
    });
    expect((await placesOf('unlucky-shopper@example.com')).length).toBeGreaterThan(0);
  });

  it('does nothing when the owner says no, or while a payment is in progress', async () => {
    const { email, orderId } = await aBuyer(shop);
    expect((await shop.run(`erase ${email}`, 'n')).code).toBe(1);
    expect((await placesOf(email)).length).toBeGreaterThan(3);
    await shop.query(
      `update funnel.checkouts set status = 'processing' where id = (select checkout_id from funnel.orders where id = $1)`,
      [orderId],
    );
    await shop.query(
      `update funnel.checkouts set provider_session_id = null where id = (select checkout_id from funnel.orders where id = $1)`,
      [orderId],
    );
    expect(await shop.run(`erase ${email} --yes`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('a payment of this person is under way'),
    });
    expect((await placesOf(email)).length).toBeGreaterThan(3);
  });
});

describe("svc-funnel's role in the tracking schema", () => {
  it.each([
    'select * from tracking.page_views',
    "update tracking.page_views set session_id = 'x'",
    'delete from tracking.page_views',
    'select tracking.ensure_partitions()',
  ])('may not %s', async (sql) => {
    await expect(shop.deps.prisma.$queryRawUnsafe(sql)).rejects.toThrow(/permission denied/);
  });
});
