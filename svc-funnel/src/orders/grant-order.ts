import { randomUUID } from 'node:crypto';
import { recordChanges } from '../changes/record-changes.ts';
import { enrol, type EnrolContext } from '../course/enrol.ts';
import type { Checkout, Prisma } from '../generated/prisma/client.ts';
import type { CheckoutUpdate } from '../payments/checkout-update.ts';
import type { Db } from '../platform/prisma.ts';
import { applyEarlyUpdates } from './early-updates.ts';
import { lockPayment } from './apply-payment-update.ts';
import { newOrderNumber, type RandomInt } from './order-number.ts';
import { tellSecondOrder } from './second-order.ts';

/** When the order was paid, in the product's own time, what its course starts with, and what its number is made of. */
export interface GrantContext extends EnrolContext {
  readonly randomInt: RandomInt;
}

/** Far more than are ever taken: one of 22^8 is. */
const NUMBER_TRIES = 10;

/** The addresses that the buyer gave. `email` counts: the one typed at the card form when that asked, otherwise the funnel's. */
const addressesOf = async (db: Db, checkout: Checkout, { formEmail, prefilledEmail }: CheckoutUpdate) => {
  const session = await db.session.findUnique({ where: { id: checkout.sessionId }, select: { email: true } });
  const funnelEmail = session?.email ?? checkout.email;
  return { email: formEmail ?? funnelEmail ?? prefilledEmail, funnelEmail, formEmail };
};

/** Writes the order under a number that no other has. False when the checkout has its order already. */
const insert = async (
  db: Db,
  row: Omit<Prisma.OrderCreateManyInput, 'number'>,
  random: RandomInt,
): Promise<boolean> => {
  for (let tries = 0; tries < NUMBER_TRIES; tries += 1) {
    const { count } = await db.order.createMany({
      data: [{ ...row, number: newOrderNumber(random) }],
      skipDuplicates: true,
    });
    if (count === 1) return true;
    if ((await db.order.count({ where: { checkoutId: row.checkoutId } })) > 0) return false;
  }
  throw new Error('no order number is free');
};

/**
 * Writes the order of a paid checkout, its course and its confirmation, once, however often it is called, and then what
 * was told of its money before. False when nobody gave an address: an order that cannot be delivered is refused loudly
 * instead of standing there in silence.
 */
export async function grantOrder(
  db: Db,
  checkout: Checkout,
  fact: CheckoutUpdate,
  context: GrantContext,
): Promise<boolean> {
  const { email, ...given } = await addressesOf(db, checkout, fact);
  if (!email) return false;
  if (fact.paymentId !== null) await lockPayment(db, fact.paymentId);
  const { sessionId, plan, pricing, amountCents, currency, livemode } = checkout;
  const { now } = context;
  const bought = {
    id: randomUUID(),
    checkoutId: checkout.id,
    sessionId,
    email,
    ...given,
    plan,
    pricing,
    amountCents,
    currency,
    livemode,
  };
  const row = {
    ...bought,
    status: 'paid',
    providerPaymentId: fact.paymentId,
    paidAt: now,
    createdAt: now,
    updatedAt: now,
  };
  if (!(await insert(db, row, context.randomInt))) return true;
  await recordChanges(db, [sessionId]);
  const order = await db.order.findUniqueOrThrow({ where: { id: row.id } });
  await enrol(db, order, context);
  await tellSecondOrder(db, order, context);
  await applyEarlyUpdates(db, row, now);
  return true;
}
