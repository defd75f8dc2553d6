import type { DerivedStatus } from '../../orders/order-listener.ts';
import type { Db } from '../../platform/prisma.ts';

/**
 * Settles an order's refund request once the order is refunded, and reopens it if the refund failed, inside the
 * caller's transaction.
 */
export async function settleRefundRequests(
  db: Db,
  orderId: string,
  { isRefunded, hasFailedRefund, now }: DerivedStatus,
): Promise<void> {
  if (isRefunded)
    await db.refundRequest.updateMany({
      where: { orderId, status: 'open' },
      data: { status: 'refunded', settledAt: now },
    });
  if (isRefunded || !hasFailedRefund || (await db.refundRequest.count({ where: { orderId, status: 'open' } })) > 0)
    return;
  const last = await db.refundRequest.findFirst({
    where: { orderId, status: 'refunded' },
    orderBy: { requestedAt: 'desc' },
    select: { id: true },
  });
  if (last) await db.refundRequest.update({ where: { id: last.id }, data: { status: 'open', settledAt: null } });
}
