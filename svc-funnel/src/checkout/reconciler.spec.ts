import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { aVisitor } from '../../test/browser.ts';
import { query, type Row } from '../../test/database.ts';
import { anOpenCheckout } from '../../test/events.ts';
import { sessionOf, startShop, type StartedShop } from '../../test/shop.ts';
import { Reconciler } from './reconciler.ts';
import { MINUTE_MS } from '../platform/clock.ts';

let now = new Date();
let shop: StartedShop;
let reconciler: Reconciler;
beforeAll(async () => {
  await query('update funnel.checkouts set next_reconcile_at = null');
  shop = await startShop({ webhooks: false, clock: () => now });
  reconciler = shop.service.app.get(Reconciler, { strict: false });
});
afterAll(() => shop.stop());
afterEach(() => {
  shop.recorder.fault = undefined;
});

const pass = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * MINUTE_MS);
};
const lookUps = (id: string): number =>
  shop.recorder.calls.filter(({ method, path }) => method === 'GET' && path.endsWith(id)).length;
const rowOf = async (providerId: string): Promise<Row | undefined> =>
  (
    await query('select *, next_reconcile_at > now() later from funnel.checkouts where provider_session_id = $1', [
      providerId,
    ])
  )[0];
const ordersOf = (sessionId: string) =>
  query('select status, email from funnel.orders where session_id = $1', [sessionId]);

/** A visitor at the card form. */
async function aCheckout(plan = '4week') {
  const { browser, id } = await aVisitor(shop.service.url, 'anna@example.com');
  const providerId = sessionOf((await browser.post('/api/create-checkout-session', { plan })).body);
  return { sessionId: id, providerId };
}

it('creates the order of a lost webhook, and does not query its checkout again', async () => {
  const { sessionId, providerId } = await aCheckout();
  await shop.sandbox.pay(providerId);
  await reconciler.run();
  expect([lookUps(providerId), await ordersOf(sessionId)]).toEqual([0, []]);
  pass(2.1);
  await reconciler.run();
  expect(await ordersOf(sessionId)).toEqual([{ status: 'paid', email: 'anna@example.com' }]);
  expect(await rowOf(providerId)).toMatchObject({ status: 'paid', next_reconcile_at: null });
  pass(10_000);
  await reconciler.run();
  expect(lookUps(providerId)).toBe(1);
});

it('queries an open checkout at growing intervals until it has ended at the provider', async () => {
  const { providerId } = await aCheckout();
  for (const minutes of [2.1, 5, 15, 60, 360, 1440]) {
    pass(minutes);
    await reconciler.run();
    await reconciler.run();
  }
  expect(lookUps(providerId)).toBe(6);
  shop.recorder.fault = undefined;
  await fetch(`${shop.sandbox.apiBase}/v1/checkout/sessions/${providerId}/expire`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.sandbox.secretKey}` },
  });
  pass(1440);
  await reconciler.run();
  expect(await rowOf(providerId)).toMatchObject({ status: 'expired', next_reconcile_at: null, client_secret: null });
});

it('follows a bank transfer whose webhooks are all lost', async () => {
  const { sessionId, providerId } = await aCheckout();
  await shop.sandbox.transfer(providerId, { arrives: true });
  pass(3);
  await reconciler.run();
  expect(await rowOf(providerId)).toMatchObject({ status: 'processing' });
  expect((await rowOf(providerId))?.['next_reconcile_at']).toEqual(expect.any(Date));
  expect(await ordersOf(sessionId)).toEqual([]);
});

it('survives an unreachable provider, and queries it again soon', async () => {
  const sales = await Promise.all(Array.from({ length: 7 }, () => aCheckout()));
  await Promise.all(sales.map(({ providerId }) => shop.sandbox.pay(providerId)));
  shop.recorder.fault = () => 'drop';
  pass(2000);
  await reconciler.run();
  expect((await ordersOf(sales[0]!.sessionId)).length).toBe(0);
  shop.recorder.fault = undefined;
  pass(2.1);
  await reconciler.run();
  for (const { sessionId } of sales) expect(await ordersOf(sessionId)).toHaveLength(1);
});

it('is not stopped by one checkout for which the provider returns an error', async () => {
  const [bad, good] = [await aCheckout(), await aCheckout()];
  await shop.sandbox.pay(good.providerId);
  shop.recorder.fault = ({ path }) =>
    path.endsWith(bad.providerId) ? { status: 500, error: { type: 'api_error', message: 'no' } } : undefined;
  pass(2.1);
  await reconciler.run();
  expect(await ordersOf(good.sessionId)).toHaveLength(1);
  expect(await rowOf(bad.providerId)).toMatchObject({ status: 'open', later: true });
});

it.each([
  ['open', 'expired'],
  ['processing', 'failed'],
])('a checkout that was %s and that the provider does not know is %s', async (status, ended) => {
  const { id } = await aVisitor(shop.service.url);
  const { providerSessionId } = await anOpenCheckout(id, { status, next_reconcile_at: new Date(0) });
  await reconciler.run();
  expect(await rowOf(providerSessionId)).toMatchObject({ status: ended, next_reconcile_at: null });
});

it.each([
  ['an hour', 61, 'failed'],
  ['less than an hour', 10, 'creating'],
])('a checkout to which the provider never responded is, after %s, %s', async (_, minutes, status) => {
  const { id } = await aVisitor(shop.service.url);
  const created = new Date(now.getTime() - Number(minutes) * MINUTE_MS);
  const { id: checkoutId } = await anOpenCheckout(id, {
    status: 'creating',
    provider_session_id: null,
    client_secret: null,
    created_at: created,
    next_reconcile_at: created,
  });
  await reconciler.run();
  expect(
    await query('select status, next_reconcile_at is null settled from funnel.checkouts where id = $1', [checkoutId]),
  ).toEqual([{ status, settled: status === 'failed' }]);
});

it('queries each checkout once, however many processes run', async () => {
  const sales = await Promise.all(Array.from({ length: 6 }, () => aCheckout()));
  const another = await shop.startAnother();
  const itsReconciler = another.app.get(Reconciler, { strict: false });
  // On a busy machine its first connection may take longer than it waits for one.
  await vi.waitFor(() => itsReconciler.run(), 20_000);
  pass(2.1);
  await Promise.all([reconciler.run(), itsReconciler.run()]);
  expect(sales.map(({ providerId }) => lookUps(providerId))).toEqual(Array(6).fill(1));
  await another.stop();
});
