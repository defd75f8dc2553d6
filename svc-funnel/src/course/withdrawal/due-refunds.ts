import type { PrismaClient } from '../../generated/prisma/client.ts';
import { queueRefund } from '../../orders/refunds.service.ts';

const BATCH = 200;
const DAY_MS = 86_400_000;

/**
 * Queues the refunds of withdrawals whose time to object has passed, and once more each day for as long as one is not made:
 * the job of the last time may have been given up. One that the bank sent back waits for the owner, and so does a disputed
 * payment. Returns how many were queued.
 */
export const queueDueRefunds = (prisma: PrismaClient, now: Date): Promise<number> =>
  prisma.$transaction(async (db) => {
    const due = await db.$queryRaw<{ id: string; orderId: string }[]>`
      SELECT withdrawal.id, withdrawal.order_id AS "orderId" FROM funnel.withdrawals AS withdrawal
      JOIN funnel.orders AS bought ON bought.id = withdrawal.order_id
      WHERE withdrawal.status IN ('received', 'refunding') AND withdrawal.refund_at <= ${now} AND bought.status = 'paid'
        AND NOT EXISTS (SELECT 1 FROM funnel.failed_refunds WHERE order_id = bought.id)
      ORDER BY withdrawal.refund_at LIMIT ${BATCH} FOR UPDATE OF withdrawal SKIP LOCKED`;
    for (const { id, orderId } of due) {
      await db.withdrawal.update({
        where: { id },
        data: { status: 'refunding', refundAt: new Date(now.getTime() + DAY_MS) },
      });
      await queueRefund(db, orderId);
    }
    return due.length;
  });
