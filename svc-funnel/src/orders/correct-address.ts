import { queueMail } from '../course/queue-mail.ts';
import { resumeCourse } from '../course/resume-course.ts';
import type { Course, Order } from '../generated/prisma/client.ts';
import { closeLinksOfOldAddress } from '../links/renew-link.ts';
import type { Db } from '../platform/prisma.ts';

/** A buyer corrects a mistyped address within a day, and not again and again. */
const CORRECTABLE_MS = 24 * 3_600_000;
const MOST_CHANGES = 3;

/** Whether the buyer may correct the address now. */
export const isCorrectable = (
  { status, paidAt, addressChanges }: Pick<Order, 'status' | 'paidAt' | 'addressChanges'>,
  now: Date,
): boolean => status === 'paid' && addressChanges < MOST_CHANGES && now.getTime() - paidAt.getTime() < CORRECTABLE_MS;

/** Locks the order's row until the transaction ends. */
const lockOrder = async (db: Db, checkoutId: string): Promise<(Order & { course: Course | null }) | null> => {
  await db.$queryRaw`SELECT 1 AS one FROM funnel.orders WHERE checkout_id = ${checkoutId}::uuid FOR UPDATE`;
  return db.order.findUnique({ where: { checkoutId }, include: { course: true } });
};

export interface CorrectContext {
  readonly now: Date;
  readonly sendHour: number;
}

/**
 * Sends the course of a checkout's order to another address from now on, and the confirmation once more, with links of its
 * own: what went to the address before opens nothing any more. False when the address can no longer be changed here.
 */
export async function correctAddress(
  db: Db,
  checkoutId: string,
  email: string,
  context: CorrectContext,
): Promise<boolean> {
  const { now } = context;
  const order = await lockOrder(db, checkoutId);
  if (!order || !isCorrectable(order, now) || order.course?.stopReason === 'erased') return false;
  const { id: orderId, sessionId } = order;
  await db.order.update({ where: { id: orderId }, data: { email, addressChanges: { increment: 1 }, updatedAt: now } });
  await db.session.update({ where: { id: sessionId }, data: { email } });
  await db.course.updateMany({ where: { orderId }, data: { email, updatedAt: now } });
  if (email.toLowerCase() !== order.email.toLowerCase()) await closeLinksOfOldAddress(db, orderId, now);
  // One that still waits would reach the new address, too.
  await db.delivery.updateMany({
    where: { orderId, kind: 'confirmation', status: 'queued' },
    data: { status: 'cancelled', updatedAt: now },
  });
  await queueMail(db, { orderId, kind: 'confirmation', now });
  // What the wrong address refused goes to the right one.
  await resumeCourse(db, orderId, { ...context, mayResume: ({ stopReason }) => stopReason === 'bounced' });
  return true;
}
