import { ApiError } from '@course/contracts';
import type { Course, Prisma } from '../../generated/prisma/client.ts';
import { lockCourse, shareOrder } from '../../platform/locks.ts';
import type { Db } from '../../platform/prisma.ts';
import { dateAt, nextLessonAt, pauseLimitOf, scheduleOf } from '../enrolment/send-times.ts';
import { lastLessonAt } from '../enrolment/stop-and-resume.ts';
import { nextNowOf } from '../page/course-view.ts';
import { nextTimes, planLesson, queueLessons } from '../sending/due-lessons.ts';

/** The time of the call, and the send hour of readers who chose none, 0 to 23. */
export interface ScheduleContext {
  readonly now: Date;
  readonly sendHour: number;
}

/**
 * Returns an order's running course, locked until the transaction ends; the order cannot change until then. Throws
 * `course_not_running` if the course is finished or stopped, or the order refunded or disputed.
 */
async function lockRunningCourse(db: Db, orderId: string): Promise<Course> {
  await shareOrder(db, orderId);
  await lockCourse(db, orderId);
  const course = await db.course.findUnique({ where: { orderId }, include: { order: { select: { status: true } } } });
  if (course?.status !== 'active' || course.order.status !== 'paid') throw new ApiError('course_not_running');
  return course;
}

export type ScheduleChange = Pick<
  Prisma.CourseUncheckedUpdateInput,
  'sendHour' | 'weekdaysOnly' | 'timeZone' | 'pausedUntil'
>;

/**
 * Changes a running course's schedule and recalculates when its next lesson is due, inside the caller's transaction.
 * `changeOf` receives the locked course and throws to refuse the change.
 */
export async function changeSchedule(
  db: Db,
  orderId: string,
  changeOf: (course: Course) => ScheduleChange,
  { now, sendHour }: ScheduleContext,
): Promise<void> {
  const { nextDueAt: plannedAt, ...before } = await lockRunningCourse(db, orderId);
  const data = { ...changeOf({ ...before, nextDueAt: plannedAt }), updatedAt: now };
  const course = await db.course.update({ where: { orderId }, data });
  const progress = { lastLessonAt: await lastLessonAt(db, orderId), plannedAt };
  const nextDueAt = nextLessonAt(scheduleOf(course, sendHour), progress, now);
  await db.course.update({ where: { orderId }, data: { nextDueAt } });
}

/** Returns the change that pauses a course until that day. It throws `pause_out_of_range`. */
export const pauseUntil =
  (until: string, now: Date) =>
  ({ timeZone }: Course): ScheduleChange => {
    if (until <= dateAt(now, timeZone) || until > pauseLimitOf(timeZone, now)) throw new ApiError('pause_out_of_range');
    return { pausedUntil: new Date(until) };
  };

/**
 * Queues a running course's next lesson now, inside the caller's transaction. It counts as the day's lesson: the
 * following one is due on the next day of the schedule. Throws `course_not_running`, `lesson_under_way` while an
 * earlier lesson is queued, and `lessons_of_today` once the day's limit is reached.
 */
export async function sendNextLessonNow(db: Db, orderId: string, { now, sendHour }: ScheduleContext): Promise<void> {
  const course = await lockRunningCourse(db, orderId);
  const lessons = await db.delivery.findMany({
    where: { orderId, kind: 'lesson' },
    select: { status: true, createdAt: true },
  });
  const nextNow = nextNowOf(lessons, course.timeZone, now);
  if (nextNow === 'waiting') throw new ApiError('lesson_under_way');
  if (nextNow === 'tomorrow') throw new ApiError('lessons_of_today');
  const due = { ...course, nextDueAt: now, isWaiting: false };
  await queueLessons(db, [planLesson(due, now, nextTimes(now, sendHour))], { now, priority: 'requested' });
}
