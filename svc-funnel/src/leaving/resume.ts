import { enqueueSend } from '../course/enqueue-send.ts';
import { nextSendTime } from '../course/send-times.ts';
import { stopCourse } from '../course/stop-course.ts';
import type { Course } from '../generated/prisma/client.ts';
import type { Db } from '../platform/prisma.ts';

/** For so long a reader may take an unsubscription back. */
export const RESUME_DAYS = 14;
const DAY_MS = 86_400_000;

type Stand = Pick<Course, 'status' | 'stopReason' | 'stoppedAt' | 'lessonsQueued' | 'days'>;

/** Until when the reader can take it back; null when there is nothing to take back. */
export function resumeUntil({ status, stopReason, stoppedAt, lessonsQueued, days }: Stand): Date | null {
  const isResumable = status === 'stopped' && stopReason === 'unsubscribed' && stoppedAt && lessonsQueued < days;
  return isResumable ? new Date(stoppedAt.getTime() + RESUME_DAYS * DAY_MS) : null;
}

/** Locks the course's row until the transaction ends. */
const lock = async (db: Db, orderId: string): Promise<Course | null> => {
  await db.$queryRaw`SELECT 1 AS one FROM funnel.courses WHERE order_id = ${orderId}::uuid FOR UPDATE`;
  return db.course.findUnique({ where: { orderId } });
};

/** Ends the lessons now, however often it is called. Returns the course as it stands then, and whether it ran before. */
export async function unsubscribe(db: Db, orderId: string, now: Date): Promise<{ course: Course | null; isNew: boolean }> {
  const isNew = await stopCourse(db, orderId, 'unsubscribed', now);
  return { course: await db.course.findUnique({ where: { orderId } }), isNew };
}

/** A lesson that was on its way when the reader left, and was held back, goes after all, under its own Message-ID. */
const sendHeldBack = async (db: Db, orderId: string, now: Date): Promise<void> => {
  const held = await db.delivery.findMany({ where: { orderId, kind: 'lesson', status: 'cancelled' }, select: { id: true } });
  await db.delivery.updateMany({ where: { id: { in: held.map(({ id }) => id) } }, data: { status: 'queued', dueAt: now, updatedAt: now } });
  for (const { id } of held) await enqueueSend(db, { id, kind: 'lesson' });
};

/**
 * Lets a course that was unsubscribed within the last days go on where it stopped, at the reader's next hour.
 * Answers when the next lesson comes: for a course that goes on already, too. Null when it cannot go on.
 */
export async function resume(db: Db, orderId: string, { now, sendHour }: { readonly now: Date; readonly sendHour: number }): Promise<Date | null> {
  const course = await lock(db, orderId);
  if (!course || course.status === 'active') return course?.nextDueAt ?? null;
  const until = resumeUntil(course);
  const order = await db.order.findUnique({ where: { id: orderId }, select: { status: true } });
  if (!until || now > until || order?.status !== 'paid') return null;
  const nextDueAt = nextSendTime(now, course.timeZone, sendHour);
  await db.course.update({ where: { orderId }, data: { status: 'active', stopReason: null, stoppedAt: null, nextDueAt, updatedAt: now } });
  await sendHeldBack(db, orderId, now);
  return nextDueAt;
}
