import type { Course, Order } from '../../generated/prisma/client.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { lockCourse, lockOrder } from '../../platform/locks.ts';
import type { Db } from '../../platform/prisma.ts';
import { enqueueSend } from '../deliveries/queue-mail.ts';
import { AWAITING_REFUND } from '../refund-periods.ts';
import { nextLessonAt, scheduleOf } from './send-times.ts';

export type StopReason =
  'refunded' | 'disputed' | 'withdrawn' | 'unsubscribed' | 'bounced' | 'complained' | 'erased' | 'owner';

/** Reasons that replace any other. None replaces them, except that a full refund replaces a dispute. */
const FINAL: readonly StopReason[] = ['refunded', 'disputed', 'erased'];

/**
 * Delivery states of lessons that have not arrived. While a lesson is in one of them, even a finished course can be
 * stopped and resumed.
 */
export const UNDELIVERED = ['queued', 'failed'];

/**
 * Stops a course inside the caller's transaction: cancels queued lessons and queues no more. A finished course is
 * stopped only while one of its lessons is undelivered. A reason that replaces an unsubscription keeps the time of that
 * unsubscription. Idempotent. Returns whether the course changed.
 */
export async function stopCourse(db: Db, orderId: string, reason: StopReason, now: Date): Promise<boolean> {
  const stopped = await db.$executeRaw`
    UPDATE funnel.courses
    SET status = 'stopped', stop_reason = ${reason}, next_due_at = NULL, stopped_at = coalesce(stopped_at, ${now}), updated_at = ${now},
      unsubscribed_at = CASE WHEN status = 'stopped' THEN coalesce(unsubscribed_at, CASE stop_reason WHEN 'unsubscribed' THEN stopped_at END) END
    WHERE order_id = ${orderId}::uuid
      AND (status = 'active'
        OR (status = 'finished' AND EXISTS (SELECT 1 FROM funnel.deliveries WHERE order_id = ${orderId}::uuid AND kind = 'lesson' AND status = ANY (${UNDELIVERED})))
        OR (status = 'stopped' AND ${FINAL.includes(reason)} AND stop_reason <> ALL (${FINAL as StopReason[]})))`;
  await db.delivery.updateMany({
    where: { orderId, kind: 'lesson', status: 'queued' },
    data: { status: 'cancelled', updatedAt: now },
  });
  return stopped > 0;
}

/** How long a reader may take back an unsubscription. */
export const RESUME_DAYS = 14;

type StoppedCourse = Pick<Course, 'status' | 'stopReason' | 'stoppedAt' | 'unsubscribedAt'>;

/** Returns until when an unsubscription can be taken back; null if there is none or it is too late. */
export function unsubscriptionEnds(
  { status, stopReason, stoppedAt, unsubscribedAt }: StoppedCourse,
  now: Date,
): Date | null {
  // Earlier releases did not store `unsubscribedAt`.
  const since = unsubscribedAt ?? stoppedAt;
  const isResumable = status === 'stopped' && stopReason === 'unsubscribed' && since;
  const until = isResumable ? new Date(since.getTime() + RESUME_DAYS * DAY_MS) : null;
  return until && now <= until ? until : null;
}

export interface ResumeContext {
  readonly now: Date;
  /** The hour at which lessons are sent to readers who chose none, 0 to 23. */
  readonly sendHour: number;
  /** Returns whether the caller may resume this course. */
  readonly mayResume: (course: Course) => boolean;
  /** Also resumes a course that its reader has unsubscribed from. */
  readonly takesBackUnsubscription?: true;
}

/** `unpaid`: the order is refunded, disputed or missing. `refused`: the course may not be resumed. */
export type Resumption =
  | { readonly kind: 'active'; readonly nextLessonAt: Date }
  | { readonly kind: 'finished' }
  | { readonly kind: 'unpaid' | 'refused' };

/** Locks order and course until the transaction ends. */
const lock = async (db: Db, orderId: string): Promise<(Order & { course: Course | null }) | null> => {
  await lockOrder(db, orderId);
  await lockCourse(db, orderId);
  return db.order.findUnique({ where: { id: orderId }, include: { course: true } });
};

/** Returns when an order's latest lesson was queued; null before the first. */
export async function lastLessonAt(db: Db, orderId: string): Promise<Date | null> {
  const last = await db.delivery.aggregate({ where: { orderId, kind: 'lesson' }, _max: { createdAt: true } });
  return last._max.createdAt;
}

/** Returns when a stopped course's next lesson is due if the course resumes now. */
export const resumedLessonAt = async (db: Db, course: Course, now: Date, sendHour: number): Promise<Date> =>
  nextLessonAt(
    scheduleOf(course, sendHour),
    { lastLessonAt: await lastLessonAt(db, course.orderId), plannedAt: null },
    now,
  );

/** True while a withdrawal is under way: it keeps the course stopped, whatever stopped it before. */
const isWithdrawn = async (db: Db, orderId: string): Promise<boolean> =>
  (await db.withdrawal.count({ where: { orderId, status: { in: AWAITING_REFUND } } })) > 0;

/** Returns until when the reader can start the lessons again; null if `resumeCourse` would refuse. */
export async function resumeUntil(db: Db, course: Course, now: Date): Promise<Date | null> {
  const until = unsubscriptionEnds(course, now);
  return until && !(await isWithdrawn(db, course.orderId)) ? until : null;
}

/** Queues the lessons that were cancelled or had failed, under their own Message-IDs. */
const requeueLessons = async (db: Db, orderId: string, now: Date): Promise<void> => {
  const lessons = await db.delivery.findMany({
    where: { orderId, kind: 'lesson', status: { in: ['cancelled', 'failed'] } },
    select: { id: true },
  });
  await db.delivery.updateMany({
    where: { id: { in: lessons.map(({ id }) => id) } },
    data: { status: 'queued', dismissedAt: null, dueAt: now, updatedAt: now },
  });
  for (const { id } of lessons) await enqueueSend(db, { id, kind: 'lesson' });
};

/**
 * Resumes a stopped course at the reader's next hour, inside the caller's transaction; a course whose lessons were all
 * queued becomes finished. Every resumption goes through here: order and course are checked once they are locked, so
 * that a refund, dispute or withdrawal that arrived in the meantime keeps the course stopped. A course that its reader
 * has unsubscribed from stays stopped as `unsubscribed`, unless `takesBackUnsubscription` is set.
 */
export async function resumeCourse(
  db: Db,
  orderId: string,
  { now, sendHour, mayResume, takesBackUnsubscription }: ResumeContext,
): Promise<Resumption> {
  const order = await lock(db, orderId);
  if (order?.status !== 'paid') return { kind: 'unpaid' };
  const { course } = order;
  if (course?.status !== 'stopped' || course.stopReason === 'erased' || !mayResume(course)) return { kind: 'refused' };
  if (await isWithdrawn(db, orderId)) return { kind: 'refused' };
  if (course.unsubscribedAt && !takesBackUnsubscription) {
    await db.course.update({ where: { orderId }, data: { stopReason: 'unsubscribed', updatedAt: now } });
    return { kind: 'refused' };
  }
  const nextAt = course.lessonsQueued < course.days ? await resumedLessonAt(db, course, now, sendHour) : null;
  const state = nextAt ? { status: 'active', nextDueAt: nextAt } : { status: 'finished', finishedAt: now };
  const running = { stopReason: null, stoppedAt: null, unsubscribedAt: null };
  await db.course.update({ where: { orderId }, data: { ...state, ...running, updatedAt: now } });
  await requeueLessons(db, orderId, now);
  return nextAt ? { kind: 'active', nextLessonAt: nextAt } : { kind: 'finished' };
}
