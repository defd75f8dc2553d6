import type { Stripe } from 'stripe';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startSandbox } from './index.ts';
import type { SandboxOptions } from './sandbox.ts';
import { aCheckout, sdkFor } from './testing/client.ts';
import { fakeClock } from './testing/fake-clock.ts';
import { startReceiver } from './testing/receiver.ts';

const open: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0).reverse()) await server.stop();
});

async function aShop(options: SandboxOptions = {}) {
  const receiver = await startReceiver();
  const sandbox = await startSandbox({ webhookUrl: receiver.url, ...options });
  open.push(receiver, sandbox);
  const stripe = sdkFor(sandbox);
  const receivedEvents = (count: number) =>
    vi.waitFor(() => expect(receiver.received.length).toBe(count), { timeout: 30_000 });
  const events = () => receiver.received.map(({ body }) => JSON.parse(body) as Stripe.Event);
  const aSession = () => stripe.checkout.sessions.create(aCheckout());
  return { receiver, sandbox, stripe, receivedEvents, events, aSession };
}

const paymentOf = async (stripe: Stripe, id: string) =>
  String((await stripe.checkout.sessions.retrieve(id)).payment_intent);

describe('a bank transfer', () => {
  it.each([
    ['arrives', true, 'checkout.session.async_payment_succeeded', 'paid', 'succeeded'],
    ['fails', false, 'checkout.session.async_payment_failed', 'unpaid', 'requires_payment_method'],
  ] as const)('is pending until it %s', async (_, arrives, type, payment, intent) => {
    const clock = fakeClock();
    const { sandbox, stripe, aSession, receivedEvents, receiver } = await aShop({ clock, transferMs: 60_000 });
    const { id } = await aSession();
    await sandbox.transfer(id, { arrives });
    expect(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: { status: 'processing' },
    });
    clock.advance(60_000);
    await receivedEvents(2);
    expect(receiver.types()).toEqual(['checkout.session.completed', type]);
    expect(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })).toMatchObject({
      status: 'complete',
      payment_status: payment,
      payment_intent: { status: intent },
    });
  });
});

describe('a refund', () => {
  it('that fails is reported and can be repeated', async () => {
    const { sandbox, stripe, aSession, receivedEvents, receiver, events } = await aShop();
    const { id } = await aSession();
    await sandbox.pay(id);
    expect(() => sandbox.failRefund(id)).toThrow('no refund that could fail');
    const intent = await paymentOf(stripe, id);
    const refund = await stripe.refunds.create({ payment_intent: intent });
    expect(sandbox.failRefund(id)).toBe(refund.id);
    await receivedEvents(4);
    expect(receiver.types().sort()).toEqual([
      'charge.refund.updated',
      'charge.refunded',
      'checkout.session.completed',
      'refund.failed',
    ]);
    expect(events().find(({ type }) => type === 'refund.failed')?.data.object).toMatchObject({
      object: 'refund',
      id: refund.id,
      status: 'failed',
      payment_intent: intent,
      amount: 2240,
      currency: 'usd',
    });
    expect(await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })).toMatchObject({
      latest_charge: { amount_refunded: 0, refunded: false },
    });
    expect(await stripe.refunds.create({ payment_intent: intent })).toMatchObject({
      status: 'succeeded',
      amount: 2240,
    });
  });
});

describe('a dispute', () => {
  it('follows a payment with the test card for disputes', async () => {
    const { sandbox, stripe, aSession, receivedEvents, events } = await aShop();
    const { id } = await aSession();
    await sandbox.pay(id, { number: '4000 0000 0000 0259' });
    await receivedEvents(3);
    expect(
      events()
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn', 'checkout.session.completed']);
    const intent = await paymentOf(stripe, id);
    const created = events().find(({ type }) => type === 'charge.dispute.created');
    expect(created?.data.object).toMatchObject({
      object: 'dispute',
      payment_intent: intent,
      amount: 2240,
      currency: 'usd',
      livemode: false,
      status: 'needs_response',
    });
    expect(await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })).toMatchObject({
      latest_charge: { disputed: true },
    });
  });

  it.each([
    ['winning_evidence', 'won', ['charge.dispute.closed', 'charge.dispute.funds_reinstated']],
    ['losing_evidence', 'lost', ['charge.dispute.closed']],
  ])('is decided by evidence: %s', async (evidence, status, types) => {
    const { sandbox, stripe, aSession, receivedEvents, receiver, events } = await aShop();
    const { id } = await aSession();
    await sandbox.pay(id);
    const dispute = sandbox.dispute(id);
    await receivedEvents(3);
    await stripe.disputes.update(dispute, { evidence: { uncategorized_text: evidence }, submit: true });
    await receivedEvents(3 + types.length);
    expect(receiver.types().slice(3).sort()).toEqual(types);
    expect(events().find(({ type }) => type === 'charge.dispute.closed')?.data.object).toMatchObject({
      id: dispute,
      payment_intent: await paymentOf(stripe, id),
      status,
    });
    await expect(stripe.disputes.update(dispute, { evidence: { uncategorized_text: evidence } })).rejects.toThrow(
      'already closed',
    );
  });
});

describe('a refund', () => {
  it('with an expansion that does not exist is not made', async () => {
    const { sandbox, stripe, aSession } = await aShop();
    const { id } = await aSession();
    await sandbox.pay(id);
    const payment_intent = await paymentOf(stripe, id);
    await expect(stripe.refunds.create({ payment_intent, expand: ['moon'] })).rejects.toMatchObject({
      statusCode: 400,
      param: 'expand',
    });
    expect(await stripe.paymentIntents.retrieve(payment_intent, { expand: ['latest_charge'] })).toMatchObject({
      latest_charge: { amount_refunded: 0 },
    });
  });

  it('of a part is reported with the total refunded so far', async () => {
    const { sandbox, stripe, aSession, receivedEvents, events } = await aShop();
    const { id } = await aSession();
    await sandbox.pay(id);
    const payment_intent = await paymentOf(stripe, id);
    for (const amount of [240, 2000]) {
      const { charge } = await stripe.refunds.create({ payment_intent, amount, expand: ['charge'] });
      expect(charge).toMatchObject({ object: 'charge', refunded: amount === 2000 });
    }
    await receivedEvents(3);
    expect(
      events()
        .slice(1)
        .map(({ data }) => (data.object as Stripe.Charge).amount_refunded)
        .sort(),
    ).toEqual([2240, 240]);
    await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({ code: 'charge_already_refunded' });
  });
});

it('delays and repeats events by type', async () => {
  const clock = fakeClock();
  const { sandbox, aSession, receivedEvents, receiver } = await aShop({
    clock,
    deliveries: (type) => (type === 'charge.dispute.created' ? { copies: 2 } : { delayMs: 3_600_000 }),
  });
  const { id } = await aSession();
  await sandbox.pay(id, { number: '4000000000000259' });
  await receivedEvents(2);
  expect(receiver.types()).toEqual(['charge.dispute.created', 'charge.dispute.created']);
  clock.advance(3_600_000);
  await receivedEvents(4);
});
