import type { PrismaClient } from '../../generated/prisma/client.ts';
import { queueRefund } from '../../orders/refunds.service.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Db } from '../../platform/prisma.ts';
import {
  AWAITING_REFUND,
  OBJECTION_MS,
  PROMPT_RECEIPT_MS,
  RECEIPT_WAIT_MAX_MS,
  type WithdrawalStatus,
} from '../refund-periods.ts';

const BATCH = 200;

/**
 * Postpones the refunds of withdrawals whose receipt is still queued or was sent late: objecting requires the link in
 * the receipt, so the time to object starts with it.
 */
const waitForReceipts = (db: Db, now: Date): Promise<number> =>
  db.$executeRaw`
    UPDATE funnel.withdrawals AS withdrawal
    SET refund_at = coalesce(receipt.sent_at, ${now}) + ${OBJECTION_MS} * interval '1 millisecond'
    FROM funnel.deliveries AS receipt, funnel.orders AS bought
    WHERE bought.id = withdrawal.order_id AND withdrawal.status = 'received' AND withdrawal.refund_at <= ${now}
      AND greatest(withdrawal.received_at, bought.paid_at) > ${new Date(now.getTime() - RECEIPT_WAIT_MAX_MS)}
      AND receipt.order_id = withdrawal.order_id AND receipt.kind = 'withdrawal_receipt' AND receipt.details ->> 'withdrawalId' = withdrawal.id::text
      AND (receipt.status = 'queued' OR (receipt.sent_at > ${new Date(now.getTime() - OBJECTION_MS)}
        AND receipt.sent_at > greatest(withdrawal.received_at, bought.paid_at) + ${PROMPT_RECEIPT_MS} * interval '1 millisecond'))`;

/**
 * Queues the refunds of withdrawals whose time to object has passed, and again each day until the refund is made,
 * because an earlier job may have been given up. A refund that the bank returned waits for the owner, and so does a
 * disputed payment. Returns how many were queued.
 */
export const queueDueRefunds = (prisma: PrismaClient, now: Date): Promise<number> =>
  prisma.$transaction(async (db) => {
    await waitForReceipts(db, now);
    const due = await db.$queryRaw<{ id: string; orderId: string; status: WithdrawalStatus }[]>`
      SELECT withdrawal.id, withdrawal.order_id AS "orderId", withdrawal.status FROM funnel.withdrawals AS withdrawal
      JOIN funnel.orders AS bought ON bought.id = withdrawal.order_id
      WHERE withdrawal.status = ANY (${AWAITING_REFUND}) AND withdrawal.refund_at <= ${now} AND bought.status = 'paid'
        AND NOT EXISTS (SELECT 1 FROM funnel.failed_refunds WHERE order_id = bought.id)
      ORDER BY withdrawal.refund_at LIMIT ${BATCH} FOR UPDATE OF withdrawal SKIP LOCKED`;
    for (const { id, orderId, status } of due) {
      await db.withdrawal.update({
        where: { id },
        data: {
          status: 'refunding',
          refundAt: new Date(now.getTime() + DAY_MS),
          ...(status === 'received' && { refundBeganAt: now }),
        },
      });
      await queueRefund(db, orderId);
    }
    return due.length;
  });
