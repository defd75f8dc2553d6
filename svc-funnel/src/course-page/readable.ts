import type { ClosedCourseView } from '@course/contracts';
import { POLICY } from '@course/funnel';
import type { Course, Order } from '../generated/prisma/client.ts';

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
