import { queueMail } from '../course/queue-mail.ts';
import { stopCourse } from '../course/stop-course.ts';
import type { Order } from '../generated/prisma/client.ts';
import type { DisputeFact, MoneyFact, RefundFact } from '../payments/money-fact.ts';
import type { Outcome } from '../payments/outcome.ts';
import type { Db } from '../platform/prisma.ts';
import { foremost, isAgainst, isLater, type DisputeStand } from './disputes.ts';

/** First key of the advisory locks on payments. */
const PAYMENTS = 72_708;

/**
 * Until the transaction ends nobody else grants this payment's order or changes its money. A refund that is told
 * while the order is being written either finds it or is found by it.
 */
export async function lockPayment(db: Db, paymentId: string): Promise<void> {
  await db.$executeRaw`SELECT pg_advisory_xact_lock(${PAYMENTS}::int, hashtext(${paymentId}))`;
}

const mismatchOf = (fact: MoneyFact, order: Order): string | undefined => {
  if (fact.livemode !== order.livemode) return 'livemode differs';
  if (fact.currency !== order.currency) return 'currency differs';
  // A part may be disputed; a refund tells of the whole charge.
  const fits = fact.kind === 'refund' ? fact.amountCents === order.amountCents && fact.refundedCents <= order.amountCents : fact.amountCents <= order.amountCents;
  return fits ? undefined : 'amount differs';
};

const standingOf = ({ refundedCents, amountCents }: Order, disputes: readonly DisputeStand[]): string => {
  if (refundedCents >= amountCents) return 'refunded';
  return disputes.some(isAgainst) ? 'disputed' : 'paid';
};

/** The order's status follows from what is refunded and disputed, so that the order of the facts leaves no trace. */
async function settle(db: Db, orderId: string, now: Date): Promise<void> {
  const order = await db.order.findUniqueOrThrow({ where: { id: orderId } });
  const disputes = await db.dispute.findMany({ where: { orderId } });
  const disputeStatus = foremost(disputes)?.status ?? null;
  await db.order.update({ where: { id: orderId }, data: { status: standingOf(order, disputes), disputeStatus, updatedAt: now } });
}

/** All of it was given back: no lesson follows, a request for it is settled, and the buyer is told, once. */
async function withdraw(db: Db, orderId: string, now: Date): Promise<void> {
  await stopCourse(db, orderId, 'refunded', now);
  await db.course.updateMany({ where: { orderId, stopReason: 'disputed' }, data: { stopReason: 'refunded', updatedAt: now } });
  await db.refundRequest.updateMany({ where: { orderId, status: 'open' }, data: { status: 'refunded', settledAt: now } });
  await queueMail(db, { orderId, kind: 'withdrawal', now });
}

async function refund(db: Db, order: Order, { refundedCents }: RefundFact, now: Date): Promise<boolean> {
  if (refundedCents <= order.refundedCents) return false;
  await db.order.update({ where: { id: order.id }, data: { refundedCents, refundedAt: now } });
  await settle(db, order.id, now);
  if (refundedCents === order.amountCents) await withdraw(db, order.id, now);
  return true;
}

async function dispute(db: Db, order: Order, { disputeId: id, status, amountCents, toldAt }: DisputeFact, now: Date): Promise<boolean> {
  const known = await db.dispute.findUnique({ where: { id } });
  if (known && !isLater({ id, status, toldAt }, known)) return false;
  const told = { status, amountCents, toldAt, updatedAt: now };
  await db.dispute.upsert({ where: { id }, create: { id, orderId: order.id, createdAt: now, ...told }, update: told });
  if (!order.disputedAt) await db.order.update({ where: { id: order.id }, data: { disputedAt: now } });
  await settle(db, order.id, now);
  // Once a dispute, however it ends: a late word about it must not stop a course that the owner has resumed.
  if (!known) await stopCourse(db, order.id, 'disputed', now);
  return true;
}

const change = (db: Db, order: Order, fact: MoneyFact, now: Date): Promise<boolean> =>
  fact.kind === 'refund' ? refund(db, order, fact, now) : dispute(db, order, fact, now);

async function apply(db: Db, fact: MoneyFact, now: Date): Promise<Outcome> {
  await lockPayment(db, fact.paymentId);
  const order = await db.order.findFirst({ where: { providerPaymentId: fact.paymentId } });
  if (!order) return { is: 'unknown_checkout', reason: 'no order with this payment' };
  const { checkoutId } = order;
  const reason = mismatchOf(fact, order);
  if (reason) return { is: 'refused', checkoutId, reason };
  return (await change(db, order, fact, now)) ? { is: 'applied', checkoutId } : { is: 'ignored', checkoutId, reason: 'known' };
}

/**
 * Notes what was given back, inside the caller's transaction. A part is recorded; the whole makes the order `refunded`,
 * stops its course, settles an open refund request and queues the withdrawal mail, once, whoever tells it first:
 * the provider's event or the answer to the owner's command. `unknown_checkout`: there is no such order yet.
 */
export const applyRefund = (db: Db, fact: RefundFact, now: Date): Promise<Outcome> => apply(db, fact, now);

/**
 * Notes how a dispute stands, inside the caller's transaction. Its first fact stops the course; while it is open or
 * lost the order is `disputed`; won, the order is paid again and the course stays stopped until the owner resumes it.
 */
export const applyDispute = (db: Db, fact: DisputeFact, now: Date): Promise<Outcome> => apply(db, fact, now);

export const applyMoney: (db: Db, fact: MoneyFact, now: Date) => Promise<Outcome> = apply;
