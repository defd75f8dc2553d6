import { workerStores } from '@course/test-kit/fresh-stores';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { aVisitor, type Browser } from '../../test/browser.ts';
import { query, type Row } from '../../test/database.ts';
import {
  aCharge,
  aDispute,
  aFailedRefund,
  anEvent,
  anOpenCheckout,
  aSessionObject,
  deliver,
  deliverUntilTaken,
} from '../../test/events.ts';
import { holdPayment } from '../../test/hold.ts';
import { sharedService, type Service, WEBHOOK_SECRET } from '../../test/service.ts';
import { WebhookService } from './webhook.service.ts';
import { FOUR_WEEKS_CENTS } from '../../test/prices.ts';

let service: Service;
beforeAll(async () => {
  service = await sharedService();
});

const send = (event: unknown) => deliver(service.url, event, { secret: WEBHOOK_SECRET });
const refundOf = (paymentId: unknown, cents: number, overrides: Row = {}) =>
  anEvent(aCharge(paymentId, { amount_refunded: cents, ...overrides }), { type: 'charge.refunded' });
const storedEvent = async (event: Row) =>
  (await query('select outcome, reason, payment_id from funnel.payment_events where id = $1', [event['id']]))[0];

/**
 * Returns a checkout with the event that pays it, not yet delivered. Each has its own address, so that tests do not
 * interfere.
 */
async function aSale(email = `${randomUUID()}@example.com`) {
  const { id: sessionId, browser } = await aVisitor(service.url, email);
  const checkout = await anOpenCheckout(sessionId);
  const object = aSessionObject(checkout);
  const orderOf = async () => (await query('select * from funnel.orders where checkout_id = $1', [checkout.id]))[0];
  const courseOf = async () =>
    (
      await query(
        'select course.* from funnel.courses course join funnel.orders o on o.id = course.order_id where o.checkout_id = $1',
        [checkout.id],
      )
    )[0];
  const mailsOf = async () =>
    (
      await query(
        'select kind from funnel.deliveries d join funnel.orders o on o.id = d.order_id where o.checkout_id = $1 order by kind',
        [checkout.id],
      )
    ).map(({ kind }) => kind);
  return {
    sessionId,
    browser,
    checkout,
    paymentId: object['payment_intent'],
    paid: anEvent(object),
    orderOf,
    courseOf,
    mailsOf,
  };
}

async function aPaidSale(email?: string) {
  const sale = await aSale(email);
  expect((await send(sale.paid)).status).toBe(200);
  return sale;
}

describe('a refund', () => {
  it('of a part is recorded, and the course continues', async () => {
    const { paymentId, orderOf, courseOf, mailsOf } = await aPaidSale();
    expect((await send(refundOf(paymentId, 500))).status).toBe(200);
    expect(await orderOf()).toMatchObject({ status: 'paid', refunded_cents: 500, refunded_at: expect.any(Date) });
    expect([await courseOf(), await mailsOf()]).toMatchObject([{ status: 'active' }, ['confirmation']]);
  });

  it('of the whole price ends the course, settles the request and mails the buyer, once', async () => {
    const { paymentId, orderOf, courseOf, mailsOf } = await aPaidSale();
    await query(
      `insert into funnel.refund_requests (id, order_id, status, requested_at) values ($1, $2, 'open', now())`,
      [crypto.randomUUID(), (await orderOf())?.['id']],
    );
    for (const cents of [500, FOUR_WEEKS_CENTS, FOUR_WEEKS_CENTS])
      expect((await send(refundOf(paymentId, cents))).status).toBe(200);
    expect(await orderOf()).toMatchObject({ status: 'refunded', refunded_cents: FOUR_WEEKS_CENTS });
    expect(await courseOf()).toMatchObject({ status: 'stopped', stop_reason: 'refunded', next_due_at: null });
    expect(await mailsOf()).toEqual(['confirmation', 'withdrawal']);
    expect(
      await query('select status, settled_at from funnel.refund_requests where order_id = $1', [
        (await orderOf())?.['id'],
      ]),
    ).toEqual([{ status: 'refunded', settled_at: expect.any(Date) }]);
  });

  it.each<[string, Row, Row, string]>([
    ['amount', { amount: FOUR_WEEKS_CENTS - 1 }, {}, 'amount differs'],
    ['refunded sum', { amount_refunded: 9999 }, {}, 'amount differs'],
    ['currency', { currency: 'eur' }, {}, 'currency differs'],
    ['mode', {}, { livemode: true }, 'livemode differs'],
    ['no charge in it', { amount: 'x' }, {}, 'unreadable'],
  ])('that does not match is refused and stored: %s', async (_, object, envelope, reason) => {
    const { paymentId, orderOf } = await aPaidSale();
    const event = { ...refundOf(paymentId, FOUR_WEEKS_CENTS, object), ...envelope };
    expect((await send(event)).body).toMatchObject({ code: 'event_mismatch' });
    expect(await storedEvent(event)).toMatchObject({ outcome: 'refused', reason });
    expect(await orderOf()).toMatchObject({ status: 'paid', refunded_cents: 0 });
  });
});

describe('the return page of the browser that bought', () => {
  const shownTo = async ({ browser, checkout }: Awaited<ReturnType<typeof aPaidSale>>) =>
    (await browser.get(`/api/checkout-sessions/${checkout.providerSessionId}`)).body;

  it.each<[string, (paymentId: unknown) => Row, string]>([
    ['everything was refunded', (paymentId) => refundOf(paymentId, FOUR_WEEKS_CENTS), 'refunded'],
    [
      'the payment is disputed',
      (paymentId) => anEvent(aDispute(paymentId), { type: 'charge.dispute.created' }),
      'disputed',
    ],
  ])('shows that %s, and no longer the address', async (_, event, status) => {
    const sale = await aPaidSale();
    expect(await shownTo(sale)).toMatchObject({ status: 'paid', correctable: true });
    await send(event(sale.paymentId));
    expect(await shownTo(sale)).toEqual({ status, orderNumber: expect.any(String) });
  });

  it('shows a partly refunded order as paid', async () => {
    const sale = await aPaidSale();
    await send(refundOf(sale.paymentId, 500));
    expect(await shownTo(sale)).toMatchObject({ status: 'paid', maskedEmail: expect.any(String) });
  });
});

describe('a refund that failed', () => {
  const requestOf = async (orderId: unknown) =>
    (await query('select status, settled_at from funnel.refund_requests where order_id = $1', [orderId]))[0];
  const failed = (paymentId: unknown, object: Row = {}, overrides: Row = {}) =>
    anEvent(aFailedRefund(paymentId, object), { type: 'refund.failed', ...overrides });

  it('makes the order paid again and reopens the request; the course stays stopped', async () => {
    const { paymentId, orderOf, courseOf, mailsOf } = await aPaidSale();
    const orderId = (await orderOf())?.['id'];
    await query(
      `insert into funnel.refund_requests (id, order_id, status, requested_at) values ($1, $2, 'open', now())`,
      [crypto.randomUUID(), orderId],
    );
    await send(refundOf(paymentId, FOUR_WEEKS_CENTS));
    expect([await orderOf(), await requestOf(orderId)]).toMatchObject([{ status: 'refunded' }, { status: 'refunded' }]);
    const event = failed(paymentId);
    expect((await send(event)).status).toBe(200);
    expect(await storedEvent(event)).toMatchObject({ outcome: 'applied', payment_id: paymentId });
    expect(await orderOf()).toMatchObject({ status: 'paid', refunded_cents: 0, refunded_at: null });
    expect([await courseOf(), await requestOf(orderId)]).toMatchObject([
      { status: 'stopped', stop_reason: 'refunded' },
      { status: 'open', settled_at: null },
    ]);
    expect(await mailsOf()).toEqual(['confirmation', 'withdrawal']);
  });

  it('is reported by several events, and counts once', async () => {
    const { paymentId, orderOf } = await aPaidSale();
    await send(refundOf(paymentId, 1500));
    const id = `re_${crypto.randomUUID()}`;
    for (const type of ['refund.failed', 'refund.updated', 'charge.refund.updated'])
      await send(failed(paymentId, { id, amount: 1000 }, { type }));
    expect(await orderOf()).toMatchObject({ status: 'paid', refunded_cents: 500, refunded_at: expect.any(Date) });
  });

  it('and is repeated makes the order refunded, without another mail', async () => {
    const { paymentId, orderOf, mailsOf } = await aPaidSale();
    const now = Math.floor(Date.now() / 1000);
    for (const event of [
      refundOf(paymentId, FOUR_WEEKS_CENTS),
      failed(paymentId),
      { ...refundOf(paymentId, FOUR_WEEKS_CENTS), created: now + 60 },
    ])
      await send(event);
    expect(await orderOf()).toMatchObject({
      status: 'refunded',
      refunded_cents: FOUR_WEEKS_CENTS,
      refunded_at: expect.any(Date),
    });
    expect(await mailsOf()).toEqual(['confirmation', 'withdrawal']);
  });

  it('leaves a disputed order disputed', async () => {
    const { paymentId, orderOf } = await aPaidSale();
    for (const event of [
      anEvent(aDispute(paymentId), { type: 'charge.dispute.created' }),
      refundOf(paymentId, FOUR_WEEKS_CENTS),
      failed(paymentId),
    ])
      await send(event);
    expect(await orderOf()).toMatchObject({ status: 'disputed', refunded_cents: 0 });
  });

  it.each<[string, Row, string]>([
    ['amount', { amount: FOUR_WEEKS_CENTS + 1 }, 'amount differs'],
    ['currency', { currency: 'eur' }, 'currency differs'],
    ['no amount', { amount: null }, 'unreadable'],
  ])('that does not match is refused and stored: %s', async (_, object, reason) => {
    const { paymentId, orderOf } = await aPaidSale();
    await send(refundOf(paymentId, FOUR_WEEKS_CENTS));
    const event = failed(paymentId, object);
    expect((await send(event)).status).toBe(400);
    expect(await storedEvent(event)).toMatchObject({ outcome: 'refused', reason });
    expect(await orderOf()).toMatchObject({ status: 'refunded' });
  });
});

describe('a dispute', () => {
  const disputeEvent = (paymentId: unknown, type: string, object: Row, created?: number) =>
    anEvent(aDispute(paymentId, object), { type: `charge.dispute.${type}`, ...(created !== undefined && { created }) });

  it('stops the course and declines further purchases of this browser; a stranger who types the address learns nothing', async () => {
    const { browser, paymentId, orderOf, courseOf } = await aPaidSale('disputing@example.com');
    await send(disputeEvent(paymentId, 'created', { id: 'du_of_a_ban' }));
    expect(await orderOf()).toMatchObject({
      status: 'disputed',
      dispute_status: 'needs_response',
      disputed_at: expect.any(Date),
    });
    expect(await courseOf()).toMatchObject({ status: 'stopped', stop_reason: 'disputed' });
    const another = await aVisitor(service.url, 'Disputing@example.com');
    const nobody = await aVisitor(service.url, 'nobody@example.com');
    const buyAs = (buyer: Browser) => buyer.post('/api/create-checkout-session', { plan: '1week', again: true });
    expect((await buyAs(browser)).body).toEqual({
      statusCode: 403,
      code: 'purchase_declined',
      message: expect.not.stringMatching(/disput|order|payment/i),
    });
    const [known, unknown] = [await buyAs(another.browser), await buyAs(nobody.browser)];
    expect([known.status, Object.keys(known.body as object)]).toEqual([
      unknown.status,
      Object.keys(unknown.body as object),
    ]);
    expect(known.body).not.toMatchObject({ code: 'purchase_declined' });
  });

  it('that is won makes the order paid again; the course waits for the owner, whatever arrives late', async () => {
    const { paymentId, orderOf, courseOf } = await aPaidSale();
    const id = `du_${crypto.randomUUID()}`;
    await send(disputeEvent(paymentId, 'created', { id }, 1000));
    await send(disputeEvent(paymentId, 'closed', { id, status: 'won' }, 2000));
    expect([await orderOf(), await courseOf()]).toMatchObject([
      { status: 'paid', dispute_status: 'won' },
      { status: 'stopped' },
    ]);
    await query(
      `update funnel.courses set status = 'active', stop_reason = null, next_due_at = now() where order_id = $1`,
      [(await orderOf())?.['id']],
    );
    await send(disputeEvent(paymentId, 'funds_reinstated', { id, status: 'won' }, 2001));
    await send(disputeEvent(paymentId, 'updated', { id, status: 'under_review' }, 1500));
    expect([await orderOf(), await courseOf()]).toMatchObject([
      { status: 'paid', dispute_status: 'won' },
      { status: 'active' },
    ]);
  });

  it('that is reopened after an inquiry stops the course again, although the owner has resumed it', async () => {
    const { paymentId, orderOf, courseOf } = await aPaidSale();
    const id = `du_${crypto.randomUUID()}`;
    await send(disputeEvent(paymentId, 'created', { id, status: 'warning_needs_response' }, 1000));
    await send(disputeEvent(paymentId, 'closed', { id, status: 'warning_closed' }, 2000));
    await query(
      `update funnel.courses set status = 'active', stop_reason = null, next_due_at = now() where order_id = $1`,
      [(await orderOf())?.['id']],
    );
    await send(disputeEvent(paymentId, 'updated', { id, status: 'needs_response' }, 3000));
    expect([await orderOf(), await courseOf()]).toMatchObject([
      { status: 'disputed', dispute_status: 'needs_response' },
      { status: 'stopped', stop_reason: 'disputed', next_due_at: null },
    ]);
  });

  it('that is won while another is open leaves the order disputed', async () => {
    const { paymentId, orderOf } = await aPaidSale();
    const [won, open] = [`du_${crypto.randomUUID()}`, `du_${crypto.randomUUID()}`];
    await send(disputeEvent(paymentId, 'created', { id: open, amount: 1000 }));
    await send(disputeEvent(paymentId, 'closed', { id: won, amount: 1240, status: 'won' }));
    expect(await orderOf()).toMatchObject({ status: 'disputed', dispute_status: 'needs_response' });
  });

  it.each<[string, Row]>([
    ['a larger amount, because rates have moved', { amount: FOUR_WEEKS_CENTS + 51 }],
    ["the currency of the buyer's bank", { amount: 2063, currency: 'eur' }],
  ])('is matched by its payment, even with %s', async (_, object) => {
    const { paymentId, orderOf, courseOf } = await aPaidSale();
    expect((await send(disputeEvent(paymentId, 'created', object))).status).toBe(200);
    expect([await orderOf(), await courseOf()]).toMatchObject([
      { status: 'disputed', dispute_status: 'needs_response' },
      { status: 'stopped', stop_reason: 'disputed' },
    ]);
    expect(
      await query('select amount_cents as amount, currency from funnel.disputes where order_id = $1', [
        (await orderOf())?.['id'],
      ]),
    ).toEqual([{ currency: 'usd', ...object }]);
  });

  it.each<[string, Row, Row, string]>([
    ['mode', {}, { livemode: true }, 'livemode differs'],
    ['no dispute in it', { status: null }, {}, 'unreadable'],
  ])('that does not match is refused and stored: %s', async (_, object, envelope, reason) => {
    const { paymentId, orderOf } = await aPaidSale();
    const event = { ...disputeEvent(paymentId, 'created', object), ...envelope };
    expect((await send(event)).status).toBe(400);
    expect(await storedEvent(event)).toMatchObject({ outcome: 'refused', reason });
    expect(await orderOf()).toMatchObject({ status: 'paid', disputed_at: null });
  });
});

describe('an update that arrives before its order exists', () => {
  it('is stored with its outcome, and applied when the order is granted', async () => {
    const { paid, paymentId, orderOf, courseOf } = await aSale();
    const early = refundOf(paymentId, FOUR_WEEKS_CENTS);
    expect((await send(early)).status).toBe(200);
    expect(await storedEvent(early)).toEqual({
      outcome: 'unknown_checkout',
      reason: 'no order with this payment',
      payment_id: paymentId,
    });
    await send(paid);
    expect([await orderOf(), await courseOf()]).toMatchObject([
      { status: 'refunded', refunded_cents: FOUR_WEEKS_CENTS },
      { status: 'stopped', stop_reason: 'refunded' },
    ]);
    expect(await storedEvent(early)).toMatchObject({ outcome: 'applied' });
  });

  it('is refused then if it does not match, and the order is granted nevertheless', async () => {
    const { paid, paymentId, orderOf } = await aSale();
    const early = refundOf(paymentId, FOUR_WEEKS_CENTS, { currency: 'eur' });
    await send(early);
    await send(paid);
    expect(await orderOf()).toMatchObject({ status: 'paid', refunded_cents: 0 });
    expect(await storedEvent(early)).toMatchObject({ outcome: 'refused', reason: 'currency differs' });
  });

  it('is not lost when both arrive at once', async () => {
    const sales = await Promise.all(Array.from({ length: 10 }, () => aSale()));
    await Promise.all(
      sales.flatMap(({ paid, paymentId }) =>
        [paid, refundOf(paymentId, FOUR_WEEKS_CENTS)].map((event) =>
          deliverUntilTaken(service.url, event, { secret: WEBHOOK_SECRET }),
        ),
      ),
    );
    for (const { orderOf } of sales) expect(await orderOf()).toMatchObject({ status: 'refunded' });
  });
});

it('a second payment for one checkout is refused, so that a human decides', async () => {
  const { checkout, orderOf } = await aPaidSale();
  const second = anEvent(aSessionObject(checkout));
  expect((await send(second)).status).toBe(400);
  expect(await storedEvent(second)).toMatchObject({ outcome: 'refused', reason: 'paid a second time' });
  expect(await orderOf()).toMatchObject({ status: 'paid' });
});

it('a stored event can be replayed, which changes nothing if it was applied before', async () => {
  const webhooks = service.app.get(WebhookService, { strict: false });
  const { paid, checkout } = await aSale();
  await query(`update funnel.checkouts set amount_cents = 1 where id = $1`, [checkout.id]);
  expect((await send(paid)).status).toBe(400);
  await query(`update funnel.checkouts set amount_cents = $2 where id = $1`, [checkout.id, FOUR_WEEKS_CENTS]);
  for (let round = 0; round < 2; round += 1)
    expect(await webhooks.replay(String(paid['id']))).toEqual({ outcome: 'applied', reason: null });
  expect(await query('select count(*)::int from funnel.orders where checkout_id = $1', [checkout.id])).toEqual([
    { count: 1 },
  ]);
  expect(await webhooks.replay('evt_of_nobody')).toBeNull();
});

it('a replayed event waits for its payment before it is locked, as events are that wait for their order', async () => {
  const webhooks = service.app.get(WebhookService, { strict: false });
  const paymentId = `pi_${randomUUID()}`;
  const event = refundOf(paymentId, 100);
  await send(event);
  const id = String(event['id']);
  const payment = await holdPayment(paymentId);
  const replaying = webhooks.replay(id);
  await expect.poll(() => payment.waiting()).toBe(1);
  await query('select 1 from funnel.payment_events where id = $1 for update nowait', [id]);
  await payment.letGo();
  expect(await replaying).toMatchObject({ outcome: 'unknown_checkout' });
});

it('the waiting events of a payment are found by an index, however many events wait', async () => {
  const client = new pg.Client({ connectionString: workerStores().databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into funnel.payment_events (id, type, livemode, occurred_at, payment_id, outcome, payload)
       select 'evt_plan_' || n, 'charge.refunded', false, now(), 'pi_plan_' || n, 'unknown_checkout', '{}' from generate_series(1, 2000) n`,
    );
    await client.query('analyze funnel.payment_events');
    const { rows } = await client.query<Row>(
      `explain select 1 from funnel.payment_events where payment_id = 'pi_plan_1' and outcome = 'unknown_checkout'`,
    );
    expect(JSON.stringify(rows)).toContain('payment_events_unclaimed_idx');
  } finally {
    await client.query('rollback');
    await client.end();
  }
});
