import type { ClosedCourseView, CourseView, LessonHead, OpenCourseView, ReaderSchedule } from '@course/contracts';
import { POLICY } from '@course/funnel';
import { lessonIdAt } from '@course/funnel/course';
import type { Course, Delivery, LessonMark, Order } from '../../generated/prisma/client.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { dateAt, daysOfLessons, offsetAt, pauseLimitOf, scheduleOf } from '../enrolment/send-times.ts';
import type { LessonOf } from '../lessons/placed-lesson.ts';
import { streakOf } from './streak.ts';

type CourseTiming = Pick<
  Course,
  | 'status'
  | 'days'
  | 'timeZone'
  | 'weekdaysOnly'
  | 'lessonsQueued'
  | 'nextDueAt'
  | 'finishedAt'
  | 'stoppedAt'
  | 'updatedAt'
>;
type PaymentState = Pick<Order, 'status' | 'refundedAt' | 'disputedAt'>;

const plusDays = (moment: Date, days: number): Date => new Date(moment.getTime() + days * DAY_MS);

/** Returns when the last lesson was sent or, by the current schedule, will be. */
const lastLessonAt = (course: CourseTiming): Date => {
  const { days, lessonsQueued, nextDueAt, finishedAt, stoppedAt, updatedAt } = course;
  if (!nextDueAt) return finishedAt ?? stoppedAt ?? updatedAt;
  return plusDays(nextDueAt, daysOfLessons(nextDueAt, days - lessonsQueued - 1, course));
};

/** Returns until when the lessons can be read: 30 days after the last one, as the Subscription Policy promises. */
export const readableUntil = (course: CourseTiming): Date => plusDays(lastLessonAt(course), POLICY.missedContentDays);

/** Returns why a course can no longer be read, and since when; null while it can. */
export function closedAt(
  course: CourseTiming & Pick<Course, 'stopReason'>,
  order: PaymentState,
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

export type SentLesson = Pick<Delivery, 'place' | 'status' | 'attempts' | 'sentAt' | 'dueAt' | 'createdAt'>;

/**
 * True for lessons that reached the reader or should have: one that could not be delivered, or bounced and is sent
 * again, can be read on the course page.
 */
export const isReadable = ({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): boolean =>
  status === 'sent' || status === 'failed' || attempts > 0;

const STATUSES: readonly string[] = ['active', 'finished', 'stopped'] satisfies OpenCourseView['status'][];
const isStatus = (status: string): status is OpenCourseView['status'] => STATUSES.includes(status);

const stopReasonOf = (reason: string | null): OpenCourseView['stopReason'] =>
  reason === null || reason === 'unsubscribed' || reason === 'bounced' ? reason : 'other';

const headOf = (
  { place, sentAt, dueAt, createdAt }: SentLesson,
  { course, marks, lessonOf }: ViewData,
): LessonHead[] => {
  if (place === null) return [];
  const lesson = lessonOf(lessonIdAt(course, place));
  // The clocks of two machines may differ, but nothing is sent before it is due.
  const at = sentAt === null ? createdAt : sentAt > dueAt ? sentAt : dueAt;
  return [
    {
      place,
      title: lesson?.title ?? null,
      minutes: lesson?.minutes ?? null,
      sentAt: at.toISOString(),
      done: marks.some((mark) => mark.place === place),
    },
  ];
};

/**
 * Returns whether a reader with these lessons can request the next one now, or is `waiting` for the previous one or for
 * `tomorrow`.
 */
export function nextNowOf(
  lessons: readonly Pick<Delivery, 'status' | 'createdAt'>[],
  timeZone: string,
  now: Date,
): ReaderSchedule['nextNow'] {
  if (lessons.some(({ status }) => status === 'queued')) return 'waiting';
  const today = dateAt(now, timeZone);
  const todaysLessons = lessons.filter(({ createdAt }) => dateAt(createdAt, timeZone) >= today);
  return todaysLessons.length >= POLICY.lessonsADay ? 'tomorrow' : 'possible';
}

const readerScheduleOf = ({ course, lessons, sendHour }: ViewData, now: Date): ReaderSchedule | null => {
  if (course.status !== 'active') return null;
  const { hour, weekdaysOnly, timeZone, pausedUntil } = scheduleOf(course, sendHour);
  return {
    hour,
    weekdaysOnly,
    utcOffsetMinutes: offsetAt(now, timeZone),
    pausedUntil: pausedUntil !== null && pausedUntil > dateAt(now, timeZone) ? pausedUntil : null,
    pauseLimit: pauseLimitOf(timeZone, now),
    nextNow: nextNowOf(lessons, timeZone, now),
  };
};

interface ViewData {
  readonly course: Course;
  readonly order: Pick<Order, 'number' | 'status' | 'refundedAt' | 'disputedAt'>;
  /** All lessons that were queued, whatever their status. */
  readonly lessons: readonly SentLesson[];
  readonly marks: readonly Pick<LessonMark, 'place' | 'doneAt'>[];
  readonly lessonOf: LessonOf;
  /** Until when a reader who has unsubscribed can start the lessons again; null if they cannot. */
  readonly resumeUntil: Date | null;
  /** The hour of readers who chose none, 0 to 23. */
  readonly sendHour: number;
}

/** Returns what the course page shows. Nothing in it says whose course it is. */
export function courseViewOf(data: ViewData, now: Date): CourseView {
  const { course, order, lessons, marks, resumeUntil } = data;
  const closed = closedAt(course, order, now);
  if (closed)
    return { is: 'closed', orderNumber: order.number, because: closed.because, since: closed.since.toISOString() };
  const readable = lessons.filter(isReadable);
  const newestFirst = readable.sort((a, b) => (b.place ?? 0) - (a.place ?? 0));
  const [lessonsAt, doneAt] = [readable.map(({ createdAt }) => createdAt), marks.map((mark) => mark.doneAt)];
  return {
    is: 'open',
    orderNumber: order.number,
    status: isStatus(course.status) ? course.status : 'stopped',
    stopReason: stopReasonOf(course.stopReason),
    resumeUntil: resumeUntil?.toISOString() ?? null,
    days: course.days,
    lessons: newestFirst.flatMap((lesson) => headOf(lesson, data)),
    nextLessonAt: course.nextDueAt?.toISOString() ?? null,
    schedule: readerScheduleOf(data, now),
    streak: streakOf(lessonsAt, doneAt, course.timeZone),
    readableUntil: readableUntil(course).toISOString(),
  };
}
