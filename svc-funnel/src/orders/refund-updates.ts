import { queueMail } from '../course/queue-mail.ts';
import { stopCourse } from '../course/stop-course.ts';
import type { Order } from '../generated/prisma/client.ts';
import type { FailedRefundUpdate, RefundUpdate } from '../payments/payment-update.ts';
import type { Db } from '../platform/prisma.ts';
import { isLaterSum } from './refunded-amount.ts';
import { updateOrderStatus } from './update-order-status.ts';

const hasWithdrawn = async (db: Db, orderId: string): Promise<boolean> =>
  (await db.delivery.count({ where: { orderId, kind: 'withdrawal' } })) > 0;

/** All of it was given back: no lesson follows, and the buyer is told, once. */
async function withdraw(db: Db, orderId: string, now: Date): Promise<void> {
  await stopCourse(db, orderId, 'refunded', now);
  await db.course.updateMany({
    where: { orderId, stopReason: 'disputed' },
    data: { stopReason: 'refunded', updatedAt: now },
  });
  if (!(await hasWithdrawn(db, orderId))) await queueMail(db, { orderId, kind: 'withdrawal', now });
}

/** Notes a sum of all refunds. Whether it told anything new. */
export async function recordRefund(
  db: Db,
  order: Order,
  { refundedCents, toldAt }: RefundUpdate,
  now: Date,
): Promise<boolean> {
  const isNews = isLaterSum({ refundedCents, toldAt }, order);
  if (isNews) {
    await db.order.update({ where: { id: order.id }, data: { refundToldCents: refundedCents, refundToldAt: toldAt } });
    await updateOrderStatus(db, order.id, now);
  }
  const isWhole = refundedCents === order.amountCents;
  // The first word about the whole counts also when it comes late, after it is known that this refund failed.
  const withdraws = isWhole && (isNews || !(await hasWithdrawn(db, order.id)));
  if (withdraws) await withdraw(db, order.id, now);
  return isNews || withdraws;
}

/** Notes that a refund did not reach the buyer. The course stays as it is: what now, the owner decides. Whether it told anything new. */
export async function recordFailedRefund(
  db: Db,
  { id: orderId }: Order,
  { refundId: id, amountCents, toldAt }: FailedRefundUpdate,
  now: Date,
): Promise<boolean> {
  const known = await db.failedRefund.findUnique({ where: { id } });
  // Several events tell of one failure; the first moment counts.
  if (known && known.toldAt <= toldAt) return false;
  await db.failedRefund.upsert({
    where: { id },
    create: { id, orderId, amountCents, toldAt, createdAt: now },
    update: { toldAt },
  });
  await updateOrderStatus(db, orderId, now);
  return true;
}
