import { ApiError } from '@course/contracts';
import type { Course, Prisma } from '../../generated/prisma/client.ts';
import { lockCourse, shareOrder } from '../../platform/locks.ts';
import type { Db } from '../../platform/prisma.ts';
import { dateAt, nextLessonAt, pauseLimitOf, scheduleOf } from '../enrolment/send-times.ts';
import { lastLessonAt } from '../enrolment/stop-and-resume.ts';
import { nextNowOf } from '../page/course-view.ts';
import { nextTimes, planLesson, queueLessons } from '../sending/due-lessons.ts';

/** When a reader calls, and the hour of readers who chose none, 0 to 23. */
export interface ScheduleContext {
  readonly now: Date;
  readonly sendHour: number;
}

/**
 * An order's running course, locked until the transaction ends; the order's state stays as it is until then. Throws
 * `course_not_running` when it is finished, stopped, refunded or disputed.
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
 * Changes when a running course's lessons come, and with it when the next one does, inside the caller's transaction.
 * `changeOf` looks at the locked course and throws for what it refuses.
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

/** A pause to that day. Throws `pause_out_of_range`. */
export const pauseUntil =
  (until: string, now: Date) =>
  ({ timeZone }: Course): ScheduleChange => {
    if (until <= dateAt(now, timeZone) || until > pauseLimitOf(timeZone, now)) throw new ApiError('pause_out_of_range');
    return { pausedUntil: new Date(until) };
  };

/**
 * Queues a running course's next lesson now, inside the caller's transaction. It counts as the day's lesson: the next one
 * comes by itself on the next day of the schedule. Throws `course_not_running`, `lesson_under_way` while the lesson before
 * waits, and `lessons_of_today` once the day has had as many as it can.
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
  await queueLessons(db, [planLesson(due, now, nextTimes(now, sendHour))], now);
}
