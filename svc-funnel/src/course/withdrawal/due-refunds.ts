import { POLICY } from '@course/funnel';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import { queueRefund } from '../../orders/refunds.service.ts';
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import type { Db } from '../../platform/prisma.ts';

const BATCH = 200;

const OBJECTION_MS = POLICY.withdrawalObjectionHours * HOUR_MS;
/** A receipt that left within it came at once. */
const AT_ONCE_MS = HOUR_MS;
/** No refund waits longer than that for its receipt: the law gives 14 days. */
const LONGEST_WAIT_MS = 10 * DAY_MS;

/**
 * Puts off the refunds of withdrawals whose receipt is still on its way, or left late: without its link nobody can object,
 * so the time to do that begins with it.
 */
const waitForReceipts = (db: Db, now: Date): Promise<number> =>
  db.$executeRaw`
    UPDATE funnel.withdrawals AS withdrawal
    SET refund_at = coalesce(receipt.sent_at, ${now}) + ${OBJECTION_MS} * interval '1 millisecond'
    FROM funnel.deliveries AS receipt, funnel.orders AS bought
    WHERE bought.id = withdrawal.order_id AND withdrawal.status = 'received' AND withdrawal.refund_at <= ${now}
      AND greatest(withdrawal.received_at, bought.paid_at) > ${new Date(now.getTime() - LONGEST_WAIT_MS)}
      AND receipt.order_id = withdrawal.order_id AND receipt.kind = 'withdrawal_receipt' AND receipt.details ->> 'withdrawalId' = withdrawal.id::text
      AND (receipt.status = 'queued' OR (receipt.sent_at > ${new Date(now.getTime() - OBJECTION_MS)}
        AND receipt.sent_at > greatest(withdrawal.received_at, bought.paid_at) + ${AT_ONCE_MS} * interval '1 millisecond'))`;

/**
 * Queues the refunds of withdrawals whose time to object has passed, and once more each day for as long as one is not made:
 * the job of the last time may have been given up. One that the bank sent back waits for the owner, and so does a disputed
 * payment. Returns how many were queued.
 */
export const queueDueRefunds = (prisma: PrismaClient, now: Date): Promise<number> =>
  prisma.$transaction(async (db) => {
    await waitForReceipts(db, now);
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
