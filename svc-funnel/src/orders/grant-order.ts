import { randomUUID } from 'node:crypto';
import { enrol, type EnrolContext } from '../course/enrol.ts';
import type { Checkout } from '../generated/prisma/client.ts';
import type { CheckoutFact } from '../payments/checkout-fact.ts';
import type { Db } from '../platform/prisma.ts';
import { applyEarlyFacts } from './early-facts.ts';
import { lockPayment } from './order-facts.ts';

/** When the order was paid, in the product's own time, and what its course starts with. */
export type GrantContext = EnrolContext;

/** The funnel's own address when known, else the one that the checkout was opened with or that its form asked for. */
const addressFor = async (db: Db, checkout: Checkout, fact: CheckoutFact): Promise<string | null> => {
  const session = await db.session.findUnique({ where: { id: checkout.sessionId }, select: { email: true } });
  return session?.email ?? checkout.email ?? fact.email;
};

/**
 * Writes the order of a paid checkout, its course and its confirmation, once, however often it is called, and then what
 * was told of its money before. False when nobody gave an address: an order that cannot be delivered is refused loudly
 * instead of standing there in silence.
 */
export async function grantOrder(db: Db, checkout: Checkout, fact: CheckoutFact, context: GrantContext): Promise<boolean> {
  const email = await addressFor(db, checkout, fact);
  if (!email) return false;
  if (fact.paymentId !== null) await lockPayment(db, fact.paymentId);
  const { sessionId, plan, pricing, amountCents, currency, livemode } = checkout;
  const { now } = context;
  const bought = { id: randomUUID(), checkoutId: checkout.id, sessionId, email, plan, pricing, amountCents, currency, livemode };
  const row = { ...bought, status: 'paid', providerPaymentId: fact.paymentId, paidAt: now, createdAt: now, updatedAt: now };
  const { count } = await db.order.createMany({ data: [row], skipDuplicates: true });
  if (count === 0) return true;
  await enrol(db, await db.order.findUniqueOrThrow({ where: { id: row.id } }), context);
  await applyEarlyFacts(db, row, now);
  return true;
}
