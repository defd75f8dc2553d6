import { randomUUID } from 'node:crypto';
import type { Checkout } from '../generated/prisma/client.ts';
import type { CheckoutFact } from '../payments/checkout-fact.ts';
import type { Db } from '../platform/prisma.ts';

/** The funnel's own address when known, else the one that the checkout was opened with or that its form asked for. */
const addressFor = async (db: Db, checkout: Checkout, fact: CheckoutFact): Promise<string | null> => {
  const session = await db.session.findUnique({ where: { id: checkout.sessionId }, select: { email: true } });
  return session?.email ?? checkout.email ?? fact.email;
};

/**
 * Writes the order of a paid checkout, once, however often it is called. False when nobody gave an address:
 * an order that cannot be delivered is refused loudly instead of standing there in silence.
 */
export async function grantOrder(db: Db, checkout: Checkout, fact: CheckoutFact, paidAt: Date): Promise<boolean> {
  const email = await addressFor(db, checkout, fact);
  if (!email) return false;
  const { sessionId, plan, pricing, amountCents, currency, livemode } = checkout;
  const order = { id: randomUUID(), checkoutId: checkout.id, sessionId, email, plan, pricing, amountCents, currency, livemode };
  await db.order.createMany({ data: [{ ...order, status: 'paid', providerPaymentId: fact.paymentId, paidAt }], skipDuplicates: true });
  return true;
}
