import { randomUUID } from 'node:crypto';
import { recordChanges } from '../changes/record-changes.ts';
import type { Checkout, Order, Prisma } from '../generated/prisma/client.ts';
import type { CheckoutUpdate } from '../payments/checkout-update.ts';
import { DAY_MS } from '../platform/clock.ts';
import { lockAddress, lockPayment } from '../platform/locks.ts';
import type { Db } from '../platform/prisma.ts';
import { applyEarlyUpdates } from './apply-payment-update.ts';
import type { OrderListener } from './order-listener.ts';
import { newOrderNumber, type RandomInt } from './order-number.ts';

const isSecond = async (db: Db, { id, email, livemode, paidAt }: Order): Promise<boolean> => {
  const since = new Date(paidAt.getTime() - DAY_MS);
  const [earlier] = await db.$queryRaw<{ one: number }[]>`
    SELECT 1 AS one FROM funnel.orders
    WHERE lower(email) = lower(${email}) AND id <> ${id}::uuid AND livemode = ${livemode} AND status = 'paid' AND paid_at > ${since} LIMIT 1`;
  return earlier !== undefined;
};

export interface GrantContext {
  /** When the order is paid, by the product's clock. */
  readonly now: Date;
  readonly listener: OrderListener;
  readonly randomInt: RandomInt;
}

/** Far more than are ever needed: there are 22^8 numbers. */
const NUMBER_TRIES = 10;

/** Returns the address that the checkout's visitor has given in the funnel; null if there is none. */
export const funnelEmailOf = async (db: Db, { sessionId, email }: Checkout): Promise<string | null> =>
  (await db.session.findUnique({ where: { id: sessionId }, select: { email: true } }))?.email ?? email;

/**
 * Returns the buyer's addresses. `email` is the one to use: typed at the card form if that asked, otherwise the
 * funnel's.
 */
const addressesOf = async (db: Db, checkout: Checkout, { formEmail, prefilledEmail }: CheckoutUpdate) => {
  // A delayed payment belongs to its buyer, even if somebody else has used that browser since.
  const isDelayed = checkout.status === 'processing' && checkout.email !== null;
  const funnelEmail = isDelayed ? checkout.email : await funnelEmailOf(db, checkout);
  return { email: formEmail ?? funnelEmail ?? prefilledEmail, funnelEmail, formEmail };
};

/** Inserts the order with an unused number. Returns false if the checkout already has its order. */
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
 * Creates the order of a paid checkout with everything that follows from it, exactly once, however often it is called;
 * then applies what was reported about its payment before. Returns false if there is no address: an order that cannot
 * be delivered is refused visibly instead of being stored silently.
 */
export async function grantOrder(
  db: Db,
  checkout: Checkout,
  update: CheckoutUpdate,
  context: GrantContext,
): Promise<boolean> {
  const { email, ...otherEmails } = await addressesOf(db, checkout, update);
  if (!email) return false;
  if (update.paymentId !== null) await lockPayment(db, update.paymentId);
  const { sessionId, plan, pricing, amountCents, currency, livemode } = checkout;
  const { now, listener } = context;
  const bought = {
    id: randomUUID(),
    checkoutId: checkout.id,
    sessionId,
    email,
    ...otherEmails,
    plan,
    pricing,
    amountCents,
    currency,
    livemode,
  };
  const row = {
    ...bought,
    status: 'paid',
    providerPaymentId: update.paymentId,
    paidAt: now,
    createdAt: now,
    updatedAt: now,
  };
  if (!(await insert(db, row, context.randomInt))) return true;
  await recordChanges(db, [sessionId]);
  const order = await db.order.findUniqueOrThrow({ where: { id: row.id } });
  await listener.onPaid(db, order, now);
  await lockAddress(db, 'buyerAddress', order.email);
  if (await isSecond(db, order)) await listener.onSecondOrder(db, order, now);
  await applyEarlyUpdates(db, row, context);
  return true;
}
