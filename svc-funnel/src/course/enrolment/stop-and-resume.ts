import type { Course, Order } from '../../generated/prisma/client.ts';
import { UNDER_WAY } from '../../orders/withdrawal-status.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { lockCourse, lockOrder } from '../../platform/locks.ts';
import type { Db } from '../../platform/prisma.ts';
import { enqueueSend } from '../deliveries/queue-mail.ts';
import { nextLessonAt, scheduleOf } from './send-times.ts';

export type StopReason =
  'refunded' | 'disputed' | 'withdrawn' | 'unsubscribed' | 'bounced' | 'complained' | 'erased' | 'owner';

/** Reasons that a later, weaker one does not replace, and that replace weaker ones. */
const FINAL: readonly StopReason[] = ['refunded', 'disputed', 'erased'];

/** States of lessons that have not arrived: while there is one, a finished course, too, can be stopped and resumed. */
export const UNDELIVERED = ['queued', 'failed'];

/**
 * Ends a course inside the caller's transaction: no lesson is queued any more, those that wait are cancelled. A finished
 * course is ended only while a lesson of it is undelivered. A reason that replaces an unsubscription leaves its time.
 * Idempotent. Whether anything about the course changed.
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

/** For so long a reader may take an unsubscription back. */
export const RESUME_DAYS = 14;

type StoppedCourse = Pick<Course, 'status' | 'stopReason' | 'stoppedAt' | 'unsubscribedAt'>;

/** Until when an unsubscription can be taken back; null when there is none, and once that is over. */
export function unsubscriptionEnds(
  { status, stopReason, stoppedAt, unsubscribedAt }: StoppedCourse,
  now: Date,
): Date | null {
  // The release before sets no time of its own.
  const since = unsubscribedAt ?? stoppedAt;
  const isResumable = status === 'stopped' && stopReason === 'unsubscribed' && since;
  const until = isResumable ? new Date(since.getTime() + RESUME_DAYS * DAY_MS) : null;
  return until && now <= until ? until : null;
}

export interface ResumeContext {
  readonly now: Date;
  /** The hour at which lessons are sent to readers who chose none, 0 to 23. */
  readonly sendHour: number;
  /** Whether the caller may resume this course. */
  readonly mayResume: (course: Course) => boolean;
  /** Also resumes a course that its reader has unsubscribed from. */
  readonly takesBackUnsubscription?: true;
}

/** `unpaid`: the order is refunded, disputed, or there is none. `refused`: the course is not one that may be resumed. */
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

/** When a lesson of an order was queued last; null before the first. */
export async function lastLessonAt(db: Db, orderId: string): Promise<Date | null> {
  const last = await db.delivery.aggregate({ where: { orderId, kind: 'lesson' }, _max: { createdAt: true } });
  return last._max.createdAt;
}

/** When the next lesson of a stopped course comes if it goes on now. */
export const resumedLessonAt = async (db: Db, course: Course, now: Date, sendHour: number): Promise<Date> =>
  nextLessonAt(
    scheduleOf(course, sendHour),
    { lastLessonAt: await lastLessonAt(db, course.orderId), plannedAt: null },
    now,
  );

/** A withdrawal that is under way ends the course, whatever else had stopped it before. */
const isWithdrawn = async (db: Db, orderId: string): Promise<boolean> =>
  (await db.withdrawal.count({ where: { orderId, status: { in: UNDER_WAY } } })) > 0;

/** Until when the reader can start the lessons again; null where `resumeCourse` would refuse. */
export async function resumeUntil(db: Db, course: Course, now: Date): Promise<Date | null> {
  const until = unsubscriptionEnds(course, now);
  return until && !(await isWithdrawn(db, course.orderId)) ? until : null;
}

/** Lessons that were held back or given up when the course stopped go after all, under their own Message-IDs. */
const sendHeldBack = async (db: Db, orderId: string, now: Date): Promise<void> => {
  const held = await db.delivery.findMany({
    where: { orderId, kind: 'lesson', status: { in: ['cancelled', 'failed'] } },
    select: { id: true },
  });
  await db.delivery.updateMany({
    where: { id: { in: held.map(({ id }) => id) } },
    data: { status: 'queued', dismissedAt: null, dueAt: now, updatedAt: now },
  });
  for (const { id } of held) await enqueueSend(db, { id, kind: 'lesson' });
};

/**
 * Lets a stopped course go on at the reader's next hour, inside the caller's transaction; one whose lessons were all
 * queued is finished. The one way back for a stopped course: it looks at order and course once they are locked, so that
 * a refund, dispute or withdrawal that arrived in the meantime keeps it stopped. One that its reader ended as well stays
 * stopped as `unsubscribed`.
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
  await sendHeldBack(db, orderId, now);
  return nextAt ? { kind: 'active', nextLessonAt: nextAt } : { kind: 'finished' };
}
