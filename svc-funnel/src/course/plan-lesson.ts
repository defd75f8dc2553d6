import { isTooLate, nextSendTime } from './send-times.ts';

/** An active course whose moment has come. */
export interface DueCourse {
  readonly orderId: string;
  readonly timeZone: string;
  readonly days: number;
  readonly lessonsQueued: number;
  readonly nextDueAt: Date;
  /** The lesson before is still on its way: the mail server was down, or the lesson's file cannot be read. */
  readonly isWaiting: boolean;
}

/** What becomes of a due course now: its next lesson is queued, or it waits for the next send time. */
export interface LessonPlan {
  readonly orderId: string;
  /** Place of the lesson to queue; null when there is none to queue now. */
  readonly place: number | null;
  readonly dueAt: Date;
  /** Null once the last lesson is queued: the course is finished. */
  readonly nextDueAt: Date | null;
}

/**
 * One lesson a day at the reader's hour, whatever was missed: a lesson that comes over 12 hours late, or on the heels of
 * one that is still on its way, waits for the next day, and the course ends later.
 */
export function planLesson(course: DueCourse, now: Date, nextTime: (timeZone: string) => Date): LessonPlan {
  const { orderId, nextDueAt: dueAt, days, lessonsQueued, timeZone } = course;
  if (course.isWaiting || isTooLate(dueAt, now)) return { orderId, place: null, dueAt, nextDueAt: nextTime(timeZone) };
  const place = lessonsQueued + 1;
  return { orderId, place, dueAt, nextDueAt: place >= days ? null : nextTime(timeZone) };
}

/** The next send time after `now` by time zone; each zone is worked out once. */
export const nextTimes = (now: Date, sendHour: number): ((timeZone: string) => Date) => {
  const known = new Map<string, Date>();
  return (timeZone) => {
    const time = known.get(timeZone) ?? nextSendTime(now, timeZone, sendHour);
    known.set(timeZone, time);
    return time;
  };
};
