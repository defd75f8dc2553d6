import { formatUsd, PLANS, priceOf, type Pricing } from '@course/funnel';
import { Stripe } from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import { aVisitor } from '../../test/browser.ts';
import { query } from '../../test/database.ts';
import { sessionOf, sharedShop, type Shop } from '../../test/shop.ts';
import { Composer } from '../course/sending/compose.ts';
import { loadDelivery } from '../course/sending/load-delivery.ts';
import { PaymentProvider } from '../payments/payment-provider.ts';
import { PaymentUpdatesService } from './payment-updates.service.ts';
import { PrismaService } from '../platform/prisma.ts';

let shop: Shop;
let stripe: Stripe;
beforeAll(async () => {
  shop = await sharedShop();
  const { hostname: host, port } = new URL(shop.sandbox.apiBase);
  stripe = new Stripe(shop.sandbox.secretKey, { host, port, protocol: 'http' });
});

const CHOICES = PLANS.flatMap((plan) =>
  (['discounted', 'original'] as Pricing[]).map(
    (pricing) => [plan.key, pricing, priceOf(plan, pricing), formatUsd(priceOf(plan, pricing))] as const,
  ),
);

/** Returns the text of one of the order's mails. */
async function mailOf(orderId: unknown, kind: string): Promise<string> {
  const { app } = shop.service;
  const [row] = await query('select id from funnel.deliveries where order_id = $1 and kind = $2', [orderId, kind]);
  const delivery = await loadDelivery(app.get(PrismaService, { strict: false }), String(row?.['id']));
  return (await app.get(Composer, { strict: false }).compose(delivery!)).text;
}

describe.each(CHOICES)('%s, %s', (plan, pricing, cents, shown) => {
  it(`is ${shown} on the page, at the provider, in the order, on the receipt and in the refund`, async () => {
    const { browser, id } = await aVisitor(shop.service.url, 'anna@example.com');
    const providerId = sessionOf((await browser.post('/api/create-checkout-session', { plan, pricing })).body);
    await shop.sandbox.pay(providerId);

    const session = await stripe.checkout.sessions.retrieve(providerId, { expand: ['payment_intent.latest_charge'] });
    expect(session).toMatchObject({
      amount_subtotal: cents,
      amount_total: cents,
      currency: 'usd',
      livemode: false,
      payment_intent: { amount_received: cents, latest_charge: { amount: cents } },
    });
    const [order] = await query('select * from funnel.orders where session_id = $1', [id]);
    expect(order).toMatchObject({
      plan,
      pricing,
      amount_cents: cents,
      currency: 'usd',
      status: 'paid',
      livemode: false,
    });
    expect((await browser.get(`/api/checkout-sessions/${providerId}`)).body).toMatchObject({
      status: 'paid',
      plan,
      amountCents: cents,
      currency: 'usd',
    });
    const receipt = await mailOf(order?.['id'], 'confirmation');
    expect(receipt.match(/\$\d+\.\d\d/g)).toEqual(expect.arrayContaining([shown]));
    expect(new Set(receipt.match(/\$\d+\.\d\d/g))).toEqual(new Set([shown]));

    const provider = shop.service.app.get(PaymentProvider, { strict: false });
    const paymentId = String(order?.['provider_payment_id']);
    const update = await provider.refund(paymentId, cents);
    expect(update).toMatchObject({ kind: 'refund', paymentId, amountCents: cents, refundedCents: cents });
    // Requested again, for example by another process: it is refunded only once.
    expect(await provider.refund(paymentId, cents)).toEqual({
      ...update,
      providerEventAt: expect.any(Date),
    });
    await shop.service.app.get(PaymentUpdatesService, { strict: false }).applyRefund(update);
    await expect
      .poll(() => query('select status, refunded_cents from funnel.orders where session_id = $1', [id]))
      .toEqual([{ status: 'refunded', refunded_cents: cents }]);
    expect(await mailOf(order?.['id'], 'withdrawal')).toContain(shown);
  });
});
