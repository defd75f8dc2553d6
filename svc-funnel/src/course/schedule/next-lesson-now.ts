import { ApiError } from '@course/contracts';
import type { Db } from '../../platform/prisma.ts';
import { nextNowOf } from '../page/course-view.ts';
import { nextTimes, planLesson, queueLessons } from '../sending/due-lessons.ts';
import { type Asking, lockRunningCourse } from './change-schedule.ts';

/**
 * Queues a running course's next lesson now, inside the caller's transaction. It counts as the day's lesson: the next one
 * comes by itself on the next day of the schedule. Throws `course_not_running`, `lesson_under_way` while the lesson before
 * waits, and `lessons_of_today` once the day has had as many as it can.
 */
export async function sendNextLessonNow(db: Db, orderId: string, { now, sendHour }: Asking): Promise<void> {
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
