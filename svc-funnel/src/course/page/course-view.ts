import type { ClosedCourseView, CourseView, LessonHead, OpenCourseView } from '@course/contracts';
import { POLICY } from '@course/funnel';
import { lessonIdAt } from '@course/funnel/course';
import type { Course, Delivery, Order } from '../../generated/prisma/client.ts';
import type { LessonOf } from '../lessons/placed-lesson.ts';

const DAY_MS = 86_400_000;

type Pace = Pick<Course, 'status' | 'days' | 'lessonsQueued' | 'nextDueAt' | 'finishedAt' | 'stoppedAt' | 'updatedAt'>;
type Money = Pick<Order, 'status' | 'refundedAt' | 'disputedAt'>;

const plusDays = (moment: Date, days: number): Date => new Date(moment.getTime() + days * DAY_MS);

/** When the last lesson went or, as it stands today, will go. */
const lastLessonAt = ({ days, lessonsQueued, nextDueAt, finishedAt, stoppedAt, updatedAt }: Pace): Date =>
  nextDueAt ? plusDays(nextDueAt, days - lessonsQueued - 1) : (finishedAt ?? stoppedAt ?? updatedAt);

/** The lessons can be read until 30 days after the last one, as the Subscription Policy promises. */
export const readableUntil = (course: Pace): Date => plusDays(lastLessonAt(course), POLICY.missedContentDays);

/** Whether, since when and why a course can no longer be read; null while it can. */
export function closedAt(
  course: Pace & Pick<Course, 'stopReason'>,
  order: Money,
  now: Date,
): { because: ClosedCourseView['because']; since: Date } | null {
  const stoppedAt = course.stoppedAt ?? course.updatedAt;
  if (order.status === 'refunded' || course.stopReason === 'refunded')
    return { because: 'refunded', since: order.refundedAt ?? stoppedAt };
  if (order.status === 'disputed' || course.stopReason === 'disputed')
    return { because: 'disputed', since: order.disputedAt ?? stoppedAt };
  const until = readableUntil(course);
  return now > until ? { because: 'over', since: until } : null;
}

/** A lesson that reached the reader or should have: one that could not be delivered can still be read here. */
export type ReadLesson = Pick<Delivery, 'place' | 'sentAt' | 'dueAt'>;
export const READABLE_STATUSES = ['sent', 'failed'];

const STATUSES: readonly string[] = ['active', 'finished', 'stopped'] satisfies OpenCourseView['status'][];
const isStatus = (status: string): status is OpenCourseView['status'] => STATUSES.includes(status);

const stopReasonOf = (reason: string | null): OpenCourseView['stopReason'] =>
  reason === null || reason === 'unsubscribed' || reason === 'bounced' ? reason : 'other';

const headOf = ({ place, sentAt, dueAt }: ReadLesson, course: Course, lessonOf: LessonOf): LessonHead[] => {
  if (place === null) return [];
  const lesson = lessonOf(lessonIdAt(course, place));
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

/** Returns what the course page shows. Nothing in it says whose course it is. */
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
    lessons: newestFirst.flatMap((lesson) => headOf(lesson, course, lessonOf)),
    nextLessonAt: course.nextDueAt?.toISOString() ?? null,
    readableUntil: readableUntil(course).toISOString(),
  };
}
