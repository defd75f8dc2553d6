import { recordChanges } from '../changes/record-changes.ts';
import type { Order } from '../generated/prisma/client.ts';
import type { Db } from '../platform/prisma.ts';
import { primaryDispute, holdsFunds, type DisputeStand } from './disputes.ts';
import { refundedAmount } from './refunded-amount.ts';

type Money = Pick<Order, 'refundedCents' | 'amountCents'>;

const standingOf = ({ refundedCents, amountCents }: Money, disputes: readonly DisputeStand[]): string => {
  if (refundedCents >= amountCents) return 'refunded';
  return disputes.some(holdsFunds) ? 'disputed' : 'paid';
};

/** A request is settled by a refund, and waits again when that failed. */
async function settleRequests(
  db: Db,
  orderId: string,
  { isRefunded, hasFailed, now }: { isRefunded: boolean; hasFailed: boolean; now: Date },
): Promise<void> {
  if (isRefunded)
    await db.refundRequest.updateMany({
      where: { orderId, status: 'open' },
      data: { status: 'refunded', settledAt: now },
    });
  if (isRefunded || !hasFailed || (await db.refundRequest.count({ where: { orderId, status: 'open' } })) > 0) return;
  const last = await db.refundRequest.findFirst({
    where: { orderId, status: 'refunded' },
    orderBy: { requestedAt: 'desc' },
    select: { id: true },
  });
  if (last) await db.refundRequest.update({ where: { id: last.id }, data: { status: 'open', settledAt: null } });
}

/** Makes the order's row follow from what was told of refunds and disputes, so that the order of the facts leaves no trace. */
export async function updateOrderStatus(db: Db, orderId: string, now: Date): Promise<void> {
  const order = await db.order.findUniqueOrThrow({
    where: { id: orderId },
    include: { failedRefunds: true, disputes: true },
  });
  const refundedCents = refundedAmount(order);
  const refundedAt = refundedCents > order.refundedCents ? now : refundedCents === 0 ? null : order.refundedAt;
  const status = standingOf({ ...order, refundedCents }, order.disputes);
  const disputeStatus = primaryDispute(order.disputes)?.status ?? null;
  await db.order.update({
    where: { id: orderId },
    data: { status, refundedCents, refundedAt, disputeStatus, updatedAt: now },
  });
  await recordChanges(db, [order.sessionId]);
  await settleRequests(db, orderId, {
    isRefunded: status === 'refunded',
    hasFailed: order.failedRefunds.length > 0,
    now,
  });
}
