import { randomUUID } from 'node:crypto';
import { secondOrderView } from '@course/contracts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aVisitor, Browser } from '../../../test/browser.ts';
import { query } from '../../../test/database.ts';
import { work } from '../../../test/reader.ts';
import { LINK_KEY } from '../../../test/service.ts';
import { sessionOf, sharedShop, type Shop } from '../../../test/shop.ts';
import { Composer } from '../sending/compose.ts';
import { loadDelivery } from '../sending/load-delivery.ts';
import { renewLink } from '../links/link-store.ts';
import { courseToken } from '../links/links.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { HOUR_MS } from '../../platform/clock.ts';

const START = new Date();

let shop: Shop;
let now = START;
beforeAll(async () => {
  shop = await sharedShop(() => now);
});
afterEach(() => {
  now = START;
  shop.recorder.fault = undefined;
});

const advanceClock = (hours: number): void => {
  now = new Date(now.getTime() + hours * HOUR_MS);
};

/** Places an order in a new browser. Returns the order, the browser and the checkout's id at the provider. */
async function buy(email: string, plan = '4week') {
  const { browser, id } = await aVisitor(shop.service.url, email);
  const opened = await browser.post('/api/create-checkout-session', { plan });
  await shop.sandbox.pay(sessionOf(opened.body), { number: '4242424242424242' });
  const [order] = await query('select id, number, status, refunded_cents from funnel.orders where session_id = $1', [
    id,
  ]);
  return { id: String(order?.['id']), number: String(order?.['number']), browser, providerId: sessionOf(opened.body) };
}

const anAddress = (): string => `twice-${randomUUID().slice(0, 8)}@example.com`;
const orderOf = async (id: string) =>
  (await query('select status, refunded_cents from funnel.orders where id = $1', [id]))[0];
const courseOf = async (id: string) =>
  (await query('select status, stop_reason from funnel.courses where order_id = $1', [id]))[0];
const mailsOf = async (id: string) =>
  (await query('select kind from funnel.deliveries where order_id = $1 order by kind', [id])).map(({ kind }) => kind);
const tokenOf = (orderId: string): string => courseToken([LINK_KEY], { orderId, purpose: 'undo', generation: 1 });
const view = (orderId: string) => new Browser(shop.service.url).post('/api/second-order', { token: tokenOf(orderId) });
const undo = (orderId: string) =>
  new Browser(shop.service.url).post('/api/second-order/undo', { token: tokenOf(orderId) });
const refund = (orderId: string) => work(shop.service, 'refund-order', (payload) => payload['orderId'] === orderId);

/** A buyer who started over or switched devices, and bought again. */
async function aSecondOrder() {
  const email = anAddress();
  const first = await buy(email);
  advanceClock(1);
  const second = await buy(email.toUpperCase(), '1week');
  return { email, first, second };
}

describe('a second order of an address within a day', () => {
  it('is reported to the buyer once, in its own mail with a link that undoes it, and to the owner', async () => {
    const { email, first, second } = await aSecondOrder();
    expect(await mailsOf(first.id)).toEqual(['confirmation']);
    expect(await mailsOf(second.id)).toEqual(['confirmation', 'owner_second_order', 'second_order']);
    const compose = async (kind: string) => {
      const [row] = await query('select id from funnel.deliveries where order_id = $1 and kind = $2', [
        second.id,
        kind,
      ]);
      return shop.service.app
        .get(Composer, { strict: false })
        .compose((await loadDelivery(shop.service.app.get(PrismaService, { strict: false }), String(row?.['id'])))!);
    };
    const [toBuyer, toOwner] = [await compose('second_order'), await compose('owner_second_order')];
    expect([toBuyer.to, toOwner.to]).toEqual([email.toUpperCase(), 'owner@daybreak-ai.example']);
    expect(toBuyer.text).toContain(`http://localhost:3000/second-order#t=${tokenOf(second.id)}`);
    for (const part of [second.number, '$7.76'])
      expect([toBuyer.text, toOwner.text].map((text) => text.includes(part))).toEqual([true, true]);
    // The owner's mail gives no access to the order and identifies no one.
    expect(toOwner.html + toOwner.text).not.toMatch(/#t=|twice-/i);
    expect(toBuyer.text).not.toContain(first.number);
  });

  it('is not one if it comes a day later, from another address, or after the first was refunded', async () => {
    const [email, refunded] = [anAddress(), anAddress()];
    await buy(email);
    const other = await buy(anAddress());
    const early = await buy(refunded);
    await query(`update funnel.orders set status = 'refunded', refunded_cents = amount_cents where id = $1`, [
      early.id,
    ]);
    const replaced = await buy(refunded);
    advanceClock(24);
    const late = await buy(email);
    for (const { id } of [other, replaced, late]) expect(await mailsOf(id)).toEqual(['confirmation']);
  });

  it('is noticed when the orders are paid concurrently', async () => {
    const email = anAddress();
    const orders = await Promise.all([buy(email), buy(email), buy(email)]);
    const mailKinds = await Promise.all(orders.map(({ id }) => mailsOf(id)));
    expect(mailKinds.filter((mails) => mails.includes('second_order'))).toHaveLength(2);
  });

  it('is not revealed to the browser: the responses are those for a first order', async () => {
    const { first, second } = await aSecondOrder();
    const state = ({ browser, providerId }: typeof first) => browser.get(`/api/checkout-sessions/${providerId}`);
    const [firstState, secondState] = [await state(first), await state(second)];
    expect(Object.keys(secondState.body as object)).toEqual(Object.keys(firstState.body as object));
    expect(secondState.text).not.toContain(first.number);
    expect((await second.browser.get(`/api/checkout-sessions/${first.providerId}`)).body).toMatchObject({
      statusCode: 404,
      code: 'checkout_unknown',
    });
  });
});

describe('undoing a second order', () => {
  it('changes nothing when it is only viewed', async () => {
    const { second } = await aSecondOrder();
    const { status, body } = await view(second.id);
    expect([status, secondOrderView.parse(body)]).toEqual([
      200,
      expect.objectContaining({
        status: 'possible',
        orderNumber: second.number,
        amountCents: 776,
        currency: 'usd',
        planTitle: '1-WEEK PLAN',
      }),
    ]);
    expect([await orderOf(second.id), await courseOf(second.id), await refund(second.id)]).toEqual([
      { status: 'paid', refunded_cents: 0 },
      { status: 'active', stop_reason: null },
      0,
    ]);
  });

  it('stops the lessons at once, refunds the payment, mails the buyer and leaves the first order alone', async () => {
    const { first, second } = await aSecondOrder();
    const undone = await undo(second.id);
    expect([undone.status, undone.body]).toMatchObject([200, { status: 'undone' }]);
    expect(await courseOf(second.id)).toEqual({ status: 'stopped', stop_reason: 'refunded' });
    expect(await refund(second.id)).toBe(1);
    expect(await orderOf(second.id)).toEqual({ status: 'refunded', refunded_cents: 776 });
    expect(await mailsOf(second.id)).toEqual(['confirmation', 'owner_second_order', 'second_order', 'withdrawal']);
    expect(await query('select status from funnel.refund_requests where order_id = $1', [second.id])).toEqual([
      { status: 'refunded' },
    ]);
    expect([await orderOf(first.id), await courseOf(first.id)]).toEqual([
      { status: 'paid', refunded_cents: 0 },
      { status: 'active', stop_reason: null },
    ]);
  });

  it('happens once, however often it is requested, even concurrently', async () => {
    const { second } = await aSecondOrder();
    const answers = await Promise.all(Array.from({ length: 6 }, () => undo(second.id)));
    expect(answers.map(({ body }) => (body as { status: string }).status)).toEqual(Array(6).fill('undone'));
    expect(await refund(second.id)).toBe(1);
    expect((await undo(second.id)).body).toMatchObject({ status: 'undone' });
    expect((await view(second.id)).body).toMatchObject({ status: 'undone' });
    expect(await refund(second.id)).toBe(0);
    expect(
      shop.recorder.calls.filter(
        ({ method, path, form }) =>
          method === 'POST' && path === '/v1/refunds' && form.get('amount') === '776' && form.has('payment_intent'),
      ).length,
    ).toBeGreaterThan(0);
    expect(
      await query('select count(*)::int as requests from funnel.refund_requests where order_id = $1', [second.id]),
    ).toEqual([{ requests: 1 }]);
    expect((await mailsOf(second.id)).filter((kind) => kind === 'withdrawal')).toHaveLength(1);
  });

  it('is tried again while the provider is down, and waits for the owner in the meantime', async () => {
    const { second } = await aSecondOrder();
    await undo(second.id);
    shop.recorder.fault = ({ path }) =>
      path === '/v1/refunds' ? { status: 500, error: { type: 'api_error', message: 'no' } } : undefined;
    await expect(refund(second.id)).rejects.toThrow();
    expect(await query('select status from funnel.refund_requests where order_id = $1', [second.id])).toEqual([
      { status: 'open' },
    ]);
    shop.recorder.fault = undefined;
    expect(await refund(second.id)).toBe(1);
    expect(await orderOf(second.id)).toMatchObject({ status: 'refunded' });
  });

  it('is possible for 14 days, to the minute', async () => {
    const { second } = await aSecondOrder();
    advanceClock(14 * 24);
    expect((await view(second.id)).body).toMatchObject({ status: 'possible' });
    advanceClock(1 / 60);
    expect([(await view(second.id)).body, (await undo(second.id)).body]).toMatchObject([
      { status: 'over' },
      { status: 'over' },
    ]);
    expect([await orderOf(second.id), await refund(second.id)]).toEqual([{ status: 'paid', refunded_cents: 0 }, 0]);
  });

  it.each(['refunded', 'disputed'])('does nothing to a %s order', async (status) => {
    const { second } = await aSecondOrder();
    await query(
      'update funnel.orders set status = $2, refunded_cents = case when $2 = $3 then amount_cents else 0 end where id = $1',
      [second.id, status, 'refunded'],
    );
    expect((await undo(second.id)).body).toMatchObject({ status });
    expect(await refund(second.id)).toBe(0);
  });

  it('works only with its own link', async () => {
    const { first, second } = await aSecondOrder();
    const tokens = [
      courseToken([LINK_KEY], { orderId: second.id, purpose: 'read', generation: 1 }),
      courseToken([LINK_KEY], { orderId: second.id, purpose: 'unsubscribe', generation: 1 }),
      tokenOf(first.id),
    ];
    for (const token of tokens)
      expect((await new Browser(shop.service.url).post('/api/second-order/undo', { token })).body).toMatchObject({
        statusCode: 404,
        code: 'link_unknown',
      });
    expect(
      (await new Browser(shop.service.url).post('/api/course/session', { token: tokenOf(second.id) })).status,
    ).toBe(404);
    expect((await new Browser(shop.service.url).post('/api/second-order', { token: 'short' })).status).toBe(400);
    expect(await orderOf(second.id)).toMatchObject({ status: 'paid' });
  });

  it('is not reported as undone by an earlier mail after all link keys were replaced', async () => {
    const { second } = await aSecondOrder();
    const prisma = shop.service.app.get(PrismaService, { strict: false });
    await renewLink(prisma, ['another key, '.repeat(3)], { orderId: second.id, purpose: 'undo' }, now);
    expect((await view(second.id)).body).toMatchObject({ statusCode: 404, code: 'link_unknown' });
  });

  it('does not work with the mail to an address that the buyer has corrected', async () => {
    const { second } = await aSecondOrder();
    expect(
      (await second.browser.post(`/api/checkout-sessions/${second.providerId}/email`, { email: anAddress() })).status,
    ).toBe(200);
    expect((await undo(second.id)).status).toBe(404);
  });
});
