import type { CourseView, LessonHead, OpenCourseView } from '@course/contracts';
import { curriculumDayAt } from '@course/funnel';
import type { Course, Delivery, Order } from '../generated/prisma/client.ts';
import type { Lesson } from '@course/funnel/lessons';
import { closedAt, readableUntil } from './readable.ts';

/** A lesson that reached the reader or should have: one that could not be delivered can still be read here. */
export type ReadLesson = Pick<Delivery, 'place' | 'sentAt' | 'dueAt'>;
export const READABLE_STATUSES = ['sent', 'failed'];

type LessonOf = (curriculumDay: number) => Lesson | undefined;

const STATUSES: readonly string[] = ['active', 'finished', 'stopped'] satisfies OpenCourseView['status'][];
const isStatus = (status: string): status is OpenCourseView['status'] => STATUSES.includes(status);

const stopReasonOf = (reason: string | null): OpenCourseView['stopReason'] =>
  reason === null || reason === 'unsubscribed' || reason === 'bounced' ? reason : 'other';

const headOf = (
  { place, sentAt, dueAt }: ReadLesson,
  weekOrder: readonly number[],
  lessonOf: LessonOf,
): LessonHead[] => {
  if (place === null) return [];
  const lesson = lessonOf(curriculumDayAt(place, weekOrder));
  // The clocks of two machines differ: nothing is sent before it is due.
  const at = sentAt !== null && sentAt > dueAt ? sentAt : dueAt;
  return [{ place, title: lesson?.title ?? null, minutes: lesson?.minutes ?? null, sentAt: at.toISOString() }];
};

interface Parts {
  readonly course: Course;
  readonly order: Pick<Order, 'number' | 'status' | 'refundedAt' | 'disputedAt'>;
  readonly lessons: readonly ReadLesson[];
  readonly lessonOf: LessonOf;
}

/** What the course page is told. Nothing in it says whose course it is. */
export function courseViewOf({ course, order, lessons, lessonOf }: Parts, now: Date): CourseView {
  const closed = closedAt(course, order, now);
  if (closed)
    return { is: 'closed', orderNumber: order.number, because: closed.because, since: closed.since.toISOString() };
  const newestFirst = [...lessons].sort((a, b) => (b.place ?? 0) - (a.place ?? 0));
  return {
    is: 'open',
    orderNumber: order.number,
    status: isStatus(course.status) ? course.status : 'stopped',
    stopReason: stopReasonOf(course.stopReason),
    days: course.days,
    lessons: newestFirst.flatMap((lesson) => headOf(lesson, course.weekOrder, lessonOf)),
    nextLessonAt: course.nextDueAt?.toISOString() ?? null,
    readableUntil: readableUntil(course).toISOString(),
  };
}
