import { stopCourse } from '../course/stop-course.ts';
import type { Order } from '../generated/prisma/client.ts';
import type { DisputeUpdate, PaymentUpdate } from '../payments/payment-update.ts';
import type { Outcome } from '../payments/outcome.ts';
import type { Db } from '../platform/prisma.ts';
import { isLater } from './disputes.ts';
import { recordFailedRefund, recordRefund } from './refund-updates.ts';
import { updateOrderStatus } from './update-order-status.ts';

/** First key of the advisory locks on payments. */
const PAYMENTS = 72_708;

/**
 * Until the transaction ends nobody else grants this payment's order or changes its money. A refund that is told
 * while the order is being written either finds it or is found by it.
 */
export async function lockPayment(db: Db, paymentId: string): Promise<void> {
  await db.$executeRaw`SELECT pg_advisory_xact_lock(${PAYMENTS}::int, hashtext(${paymentId}))`;
}

const mismatchOf = (fact: PaymentUpdate, order: Order): string | undefined => {
  if (fact.livemode !== order.livemode) return 'livemode differs';
  if (fact.currency !== order.currency) return 'currency differs';
  // A part may be disputed, or fail to be given back; a sum of refunds tells of the whole charge.
  const fits =
    fact.kind === 'refund'
      ? fact.amountCents === order.amountCents && fact.refundedCents <= order.amountCents
      : fact.amountCents <= order.amountCents;
  return fits ? undefined : 'amount differs';
};

async function noteDispute(
  db: Db,
  order: Order,
  { disputeId: id, status, amountCents, toldAt }: DisputeUpdate,
  now: Date,
): Promise<boolean> {
  const known = await db.dispute.findUnique({ where: { id } });
  if (known && !isLater({ id, status, toldAt }, known)) return false;
  const told = { status, amountCents, toldAt, updatedAt: now };
  await db.dispute.upsert({ where: { id }, create: { id, orderId: order.id, createdAt: now, ...told }, update: told });
  if (!order.disputedAt) await db.order.update({ where: { id: order.id }, data: { disputedAt: now } });
  await updateOrderStatus(db, order.id, now);
  // Once a dispute, however it ends: a late word about it must not stop a course that the owner has resumed.
  if (!known) await stopCourse(db, order.id, 'disputed', now);
  return true;
}

const change = (db: Db, order: Order, fact: PaymentUpdate, now: Date): Promise<boolean> => {
  switch (fact.kind) {
    case 'refund':
      return recordRefund(db, order, fact, now);
    case 'failed_refund':
      return recordFailedRefund(db, order, fact, now);
    case 'dispute':
      return noteDispute(db, order, fact, now);
    default:
      return fact satisfies never;
  }
};

/**
 * Notes what became of an order's money, inside the caller's transaction. `unknown_checkout`: there is no such order yet.
 *
 * Refunds: a part is recorded; the whole makes the order `refunded`, stops its course, settles an open refund request and
 * queues the withdrawal mail, once, whoever tells it first: the provider's event or the answer to the owner's command.
 * A refund that failed makes the order what it was before and opens the request again; the course stays stopped.
 *
 * Disputes: the first fact about one stops the course; while it is open or lost the order is `disputed`; won, the order
 * is paid again and the course stays stopped until the owner resumes it.
 */
export async function applyPaymentUpdate(db: Db, fact: PaymentUpdate, now: Date): Promise<Outcome> {
  await lockPayment(db, fact.paymentId);
  const order = await db.order.findFirst({ where: { providerPaymentId: fact.paymentId } });
  if (!order) return { is: 'unknown_checkout', reason: 'no order with this payment' };
  const { checkoutId } = order;
  const reason = mismatchOf(fact, order);
  if (reason) return { is: 'refused', checkoutId, reason };
  return (await change(db, order, fact, now))
    ? { is: 'applied', checkoutId }
    : { is: 'ignored', checkoutId, reason: 'known' };
}
