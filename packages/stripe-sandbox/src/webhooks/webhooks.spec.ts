import { Stripe } from 'stripe';
import { afterEach, expect, it, vi } from 'vitest';
import { startSandbox } from '../index.ts';
import type { Sandbox, SandboxOptions } from '../sandbox.ts';
import { aCheckout, sdkFor } from '../testing/client.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { startReceiver, type Receiver } from '../testing/receiver.ts';

const open: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0).reverse()) await server.stop();
});

async function aShop(options: SandboxOptions = {}, status = 200) {
  const receiver = await startReceiver(status);
  open.push(receiver);
  const sandbox = await startSandbox({ webhookUrl: receiver.url, ...options });
  open.push(sandbox);
  return { receiver, sandbox, stripe: sdkFor(sandbox) };
}

async function aPayment({ sandbox, stripe }: { sandbox: Sandbox; stripe: Stripe }) {
  const session = await stripe.checkout.sessions.create(aCheckout());
  await sandbox.pay(session.id);
  return session;
}

const received = (receiver: Receiver, count: number) =>
  vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(count), { timeout: 30_000 });

/** Advances the clock in steps of `step` ms until the receiver has `count` events. */
const receivedInTime = (receiver: Receiver, count: number, clock: ReturnType<typeof fakeClock>, step: number) =>
  vi.waitFor(
    () => {
      clock.advance(step);
      expect(receiver.received.length).toBeGreaterThanOrEqual(count);
    },
    { timeout: 30_000 },
  );

it('posts the payment, with a signature that the SDK accepts, before it responds to the payer', async () => {
  const shop = await aShop();
  const session = await aPayment(shop);
  const [{ body, signature } = { body: '', signature: '' }] = shop.receiver.received;
  const event = shop.stripe.webhooks.constructEvent(body, signature, shop.sandbox.webhookSecret);
  expect(event).toMatchObject({
    object: 'event',
    type: 'checkout.session.completed',
    api_version: Stripe.API_VERSION,
    livemode: false,
    data: { object: { id: session.id, payment_status: 'paid', amount_total: 2240, metadata: { checkout_id: 'c1' } } },
  });
  expect(() => shop.stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow(
    Stripe.errors.StripeSignatureVerificationError,
  );
});

it('reports a session expired by a call, and one that expired by itself', async () => {
  const clock = fakeClock();
  const shop = await aShop({ clock });
  const early = await shop.stripe.checkout.sessions.create(aCheckout());
  await shop.stripe.checkout.sessions.expire(early.id);
  await received(shop.receiver, 1);
  const late = await shop.stripe.checkout.sessions.create(aCheckout());
  await receivedInTime(shop.receiver, 2, clock, 24 * 60 * 60 * 1000);
  expect(shop.receiver.types()).toEqual(['checkout.session.expired', 'checkout.session.expired']);
  expect(await shop.stripe.checkout.sessions.retrieve(late.id)).toMatchObject({ status: 'expired' });
});

it('reports a refund', async () => {
  const shop = await aShop();
  const { id } = await aPayment(shop);
  const { payment_intent: intent } = await shop.stripe.checkout.sessions.retrieve(id);
  await shop.stripe.refunds.create({ payment_intent: String(intent) });
  await received(shop.receiver, 2);
  expect(JSON.parse(shop.receiver.received[1]?.body ?? '')).toMatchObject({
    type: 'charge.refunded',
    data: { object: { object: 'charge', amount_refunded: 2240, refunded: true, payment_intent: intent } },
  });
});

it('retries the same event until the shop accepts it', async () => {
  const clock = fakeClock();
  const shop = await aShop({ clock }, 500);
  await aPayment(shop);
  await receivedInTime(shop.receiver, 3, clock, 60_000);
  shop.receiver.answer(200);
  const before = shop.receiver.received.length;
  await receivedInTime(shop.receiver, before + 1, clock, 60_000);
  const ids = () => shop.receiver.received.map(({ body }) => (JSON.parse(body) as { id: string }).id);
  const accepted = ids();
  expect(new Set(accepted).size).toBe(1);
  // Only the new events follow, although the first would have been due again.
  await aPayment(shop);
  await receivedInTime(shop.receiver, accepted.length + 1, clock, 24 * 60 * 60 * 1000);
  await aPayment(shop);
  expect(new Set(ids().slice(accepted.length))).not.toContain(accepted[0]);
});

it('gives up after three days', async () => {
  const clock = fakeClock();
  const log = vi.fn();
  const shop = await aShop({ clock, log }, 500);
  await aPayment(shop);
  await receivedInTime(shop.receiver, 2, clock, 73 * 60 * 60 * 1000);
  await vi.waitFor(() => expect(log).toHaveBeenCalledWith(expect.stringContaining('given up after three days')), {
    timeout: 30_000,
  });
});

it('delivers the same event as often as configured', async () => {
  const shop = await aShop({ deliveries: () => ({ copies: 2 }) });
  await aPayment(shop);
  await received(shop.receiver, 2);
  const [first, second] = shop.receiver.received;
  expect(second?.body).toBe(first?.body);
});

it('keeps events until it has an address for them', async () => {
  const receiver = await startReceiver();
  const sandbox = await startSandbox();
  open.push(receiver, sandbox);
  await aPayment({ sandbox, stripe: sdkFor(sandbox) });
  expect(receiver.received).toEqual([]);
  sandbox.setWebhookUrl(receiver.url);
  await received(receiver, 1);
});
