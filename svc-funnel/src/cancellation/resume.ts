import { resumeCourse } from '../course/resume-course.ts';
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

/** Ends the lessons now, however often it is called. Returns the course as it stands then, and whether it ran before. */
export async function unsubscribe(
  db: Db,
  orderId: string,
  now: Date,
): Promise<{ course: Course | null; isNew: boolean }> {
  const isNew = await stopCourse(db, orderId, 'unsubscribed', now);
  return { course: await db.course.findUnique({ where: { orderId } }), isNew };
}

/**
 * Lets a course that was unsubscribed within the last days go on where it stopped, at the reader's next hour.
 * Answers when the next lesson comes: for a course that goes on already, too. Null when it cannot go on.
 */
export async function resume(
  db: Db,
  orderId: string,
  { now, sendHour }: { readonly now: Date; readonly sendHour: number },
): Promise<Date | null> {
  const mayResume = (course: Course): boolean => {
    const until = resumeUntil(course);
    return until !== null && now <= until;
  };
  const resumption = await resumeCourse(db, orderId, { now, sendHour, mayResume });
  if (resumption.is === 'active') return resumption.nextLessonAt;
  return (await db.course.findUnique({ where: { orderId }, select: { nextDueAt: true } }))?.nextDueAt ?? null;
}
