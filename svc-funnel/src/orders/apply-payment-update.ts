import { recordChanges } from '../changes/record-changes.ts';
import type { Order } from '../generated/prisma/client.ts';
import { translateStored } from '../payments/payment-event.ts';
import type { DisputeUpdate, FailedRefundUpdate, PaymentUpdate, RefundUpdate } from '../payments/payment-update.ts';
import { lockPayment } from '../platform/locks.ts';
import type { Db } from '../platform/prisma.ts';
import type { OrderListener } from './order-listener.ts';
import { type Outcome, outcomeColumns } from './outcome.ts';
import {
  holdsFunds,
  isLaterDisputeUpdate,
  isLaterRefundTotal,
  primaryDispute,
  refundedAmount,
  statusOf,
} from './order-status.ts';

/** The current time of the product's clock, and the listener for what follows from an update. */
export interface UpdateContext {
  readonly now: Date;
  readonly listener: OrderListener;
}

/**
 * Derives the order's row from everything reported about refunds and disputes, so that the order of arrival does not
 * matter.
 */
async function updateOrderStatus(db: Db, orderId: string, { now, listener }: UpdateContext): Promise<void> {
  const order = await db.order.findUniqueOrThrow({
    where: { id: orderId },
    include: { failedRefunds: true, disputes: true },
  });
  const refundedCents = refundedAmount(order);
  const refundedAt = refundedCents > order.refundedCents ? now : refundedCents === 0 ? null : order.refundedAt;
  const status = statusOf({ ...order, refundedCents }, order.disputes);
  const disputeStatus = primaryDispute(order.disputes)?.status ?? null;
  await db.order.update({
    where: { id: orderId },
    data: { status, refundedCents, refundedAt, disputeStatus, updatedAt: now },
  });
  await recordChanges(db, [order.sessionId]);
  const hasFailedRefund = order.failedRefunds.length > 0;
  await listener.onStatusDerived(db, orderId, { isRefunded: status === 'refunded', hasFailedRefund, now });
}

/** Records the reported sum of all refunds. Returns true if anything changed. */
async function recordRefund(
  db: Db,
  { id, amountCents, ...known }: Order,
  { refundedCents, providerEventAt }: RefundUpdate,
  context: UpdateContext,
): Promise<boolean> {
  const isNewer = isLaterRefundTotal({ refundedCents, providerEventAt }, known);
  if (isNewer) {
    await db.order.update({
      where: { id },
      data: { refundReportedCents: refundedCents, refundProviderEventAt: providerEventAt },
    });
    await updateOrderStatus(db, id, context);
  }
  if (refundedCents !== amountCents) return isNewer;
  // The first report of a full refund counts even if it arrives after the report that this refund failed.
  const earlierCents = isNewer ? known.refundedCents : 0;
  return (
    (await context.listener.onFullyRefunded(db, id, { isRepeated: !isNewer, earlierCents, now: context.now })) ||
    isNewer
  );
}

/**
 * Records that a refund failed. The course stays as it is: the owner decides what happens next. Returns true if
 * anything changed.
 */
async function recordFailedRefund(
  db: Db,
  { id: orderId }: Order,
  { refundId: id, amountCents, providerEventAt }: FailedRefundUpdate,
  context: UpdateContext,
): Promise<boolean> {
  const known = await db.failedRefund.findUnique({ where: { id } });
  // Several events report one failure; the earliest counts.
  if (known && known.providerEventAt <= providerEventAt) return false;
  await db.failedRefund.upsert({
    where: { id },
    create: { id, orderId, amountCents, providerEventAt, createdAt: context.now },
    update: { providerEventAt },
  });
  await updateOrderStatus(db, orderId, context);
  return true;
}

const mismatchOf = (update: PaymentUpdate, order: Order): string | undefined => {
  if (update.livemode !== order.livemode) return 'livemode differs';
  // The buyer's bank states the disputed amount by its own exchange rate; only the payment's id ties it to the order.
  if (update.kind === 'dispute') return undefined;
  if (update.currency !== order.currency) return 'currency differs';
  // A failed refund may be a partial one; a sum of refunds concerns the whole charge.
  const matches =
    update.kind === 'refund'
      ? update.amountCents === order.amountCents && update.refundedCents <= order.amountCents
      : update.amountCents <= order.amountCents;
  return matches ? undefined : 'amount differs';
};

/** Records the state of a dispute. Returns true if anything changed. */
async function recordDispute(
  db: Db,
  order: Order,
  { disputeId: id, status, amountCents, currency, providerEventAt }: DisputeUpdate,
  context: UpdateContext,
): Promise<boolean> {
  const { now, listener } = context;
  const known = await db.dispute.findUnique({ where: { id } });
  const state = { id, status, providerEventAt };
  if (known && !isLaterDisputeUpdate(state, known)) return false;
  const reported = { status, amountCents, currency, providerEventAt, updatedAt: now };
  await db.dispute.upsert({
    where: { id },
    create: { id, orderId: order.id, createdAt: now, ...reported },
    update: reported,
  });
  if (!order.disputedAt) await db.order.update({ where: { id: order.id }, data: { disputedAt: now } });
  await updateOrderStatus(db, order.id, context);
  // Later updates must not stop a course that the owner has resumed, unless the dispute was reopened.
  const isReopened = known && !holdsFunds(known) && holdsFunds(state);
  if (!known || isReopened) await listener.onDisputed(db, order.id, now);
  return true;
}

const record = (db: Db, order: Order, update: PaymentUpdate, context: UpdateContext): Promise<boolean> => {
  switch (update.kind) {
    case 'refund':
      return recordRefund(db, order, update, context);
    case 'failed_refund':
      return recordFailedRefund(db, order, update, context);
    case 'dispute':
      return recordDispute(db, order, update, context);
    default:
      return update satisfies never;
  }
};

/**
 * Records a refund or a dispute, inside the caller's transaction. `unknown_checkout`: there is no such order yet.
 *
 * Refunds: a partial one is recorded; a full one makes the order `refunded` and is announced to the listener once,
 * whether the provider's event or the response to our own call reports it first. A refund that failed restores the
 * earlier status.
 *
 * Disputes: one that is opened or reopened is announced to the listener. While a dispute is open or lost, the order is
 * `disputed`; once it is won, the order is paid again.
 */
export async function applyPaymentUpdate(db: Db, update: PaymentUpdate, context: UpdateContext): Promise<Outcome> {
  await lockPayment(db, update.paymentId);
  const order = await db.order.findFirst({ where: { providerPaymentId: update.paymentId } });
  if (!order) return { kind: 'unknown_checkout', reason: 'no order with this payment' };
  const { checkoutId } = order;
  const reason = mismatchOf(update, order);
  if (reason) return { kind: 'refused', checkoutId, reason };
  return (await record(db, order, update, context))
    ? { kind: 'applied', checkoutId }
    : { kind: 'ignored', checkoutId, reason: 'known' };
}

/**
 * Applies the refunds and disputes that were reported before this order existed. The caller must have locked the
 * payment.
 */
export async function applyEarlyUpdates(
  db: Db,
  { providerPaymentId: paymentId }: Pick<Order, 'providerPaymentId'>,
  context: UpdateContext,
): Promise<void> {
  if (paymentId === null) return;
  const early = await db.paymentEvent.findMany({
    where: { paymentId, outcome: 'unknown_checkout' },
    orderBy: [{ occurredAt: 'asc' }, { id: 'asc' }],
    select: { id: true, payload: true },
  });
  for (const { id, payload } of early) {
    const translation = translateStored(payload);
    if (translation.kind === 'payment')
      await db.paymentEvent.update({
        where: { id },
        data: outcomeColumns(await applyPaymentUpdate(db, translation.update, context)),
      });
  }
}
