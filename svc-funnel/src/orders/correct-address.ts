import { enqueueSend } from '../course/enqueue-send.ts';
import { nextSendTime } from '../course/send-times.ts';
import { queueMail } from '../course/queue-mail.ts';
import type { Course, Order } from '../generated/prisma/client.ts';
import { endBoundLinks } from '../links/renew-link.ts';
import type { Db } from '../platform/prisma.ts';

/** A buyer corrects a mistyped address within a day, and not again and again. */
const CORRECTABLE_MS = 24 * 3_600_000;
const MOST_CHANGES = 3;

/** Whether the buyer may correct the address now. */
export const isCorrectable = ({ status, paidAt, addressChanges }: Pick<Order, 'status' | 'paidAt' | 'addressChanges'>, now: Date): boolean =>
  status === 'paid' && addressChanges < MOST_CHANGES && now.getTime() - paidAt.getTime() < CORRECTABLE_MS;

/** Locks the order's row until the transaction ends. */
const lockOrder = async (db: Db, checkoutId: string): Promise<(Order & { course: Course | null }) | null> => {
  await db.$queryRaw`SELECT 1 AS one FROM funnel.orders WHERE checkout_id = ${checkoutId}::uuid FOR UPDATE`;
  return db.order.findUnique({ where: { checkoutId }, include: { course: true } });
};

/** A course that stopped because the wrong address refused its mails goes on, with what was refused. */
async function revive(db: Db, { orderId, timeZone, lessonsQueued, days }: Course, { now, sendHour }: CorrectContext): Promise<void> {
  const isOver = lessonsQueued >= days;
  const state = isOver ? { status: 'finished', finishedAt: now } : { status: 'active', nextDueAt: nextSendTime(now, timeZone, sendHour) };
  await db.course.update({ where: { orderId }, data: { ...state, stopReason: null, stoppedAt: null } });
  const refused = await db.delivery.findMany({ where: { orderId, kind: 'lesson', status: { in: ['failed', 'cancelled'] } }, select: { id: true } });
  await db.delivery.updateMany({ where: { id: { in: refused.map(({ id }) => id) } }, data: { status: 'queued', dueAt: now } });
  for (const { id } of refused) await enqueueSend(db, { id, kind: 'lesson' });
}

export interface CorrectContext {
  readonly now: Date;
  readonly sendHour: number;
}

/**
 * Sends the course of a checkout's order to another address from now on, and the confirmation once more, with links of its
 * own: what went to the address before opens nothing any more. False when the address can no longer be changed here.
 */
export async function correctAddress(db: Db, checkoutId: string, email: string, context: CorrectContext): Promise<boolean> {
  const { now } = context;
  const order = await lockOrder(db, checkoutId);
  if (!order || !isCorrectable(order, now) || order.course?.stopReason === 'erased') return false;
  const { id: orderId, sessionId, course } = order;
  await db.order.update({ where: { id: orderId }, data: { email, addressChanges: { increment: 1 }, updatedAt: now } });
  await db.session.update({ where: { id: sessionId }, data: { email } });
  await db.course.updateMany({ where: { orderId }, data: { email, updatedAt: now } });
  if (email.toLowerCase() !== order.email.toLowerCase()) await endBoundLinks(db, orderId, now);
  // One that still waits would reach the new address, too.
  await db.delivery.updateMany({ where: { orderId, kind: 'confirmation', status: 'queued' }, data: { status: 'cancelled', updatedAt: now } });
  await queueMail(db, { orderId, kind: 'confirmation', now });
  if (course?.stopReason === 'bounced') await revive(db, course, context);
  return true;
}
