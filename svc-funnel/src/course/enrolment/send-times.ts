import { POLICY } from '@course/funnel';
import { DateTime, IANAZone } from 'luxon';
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';

/** The shortest time between the confirmation and the first lesson, so that they do not arrive together. */
const FIRST_LESSON_PAUSE_MS = 10 * MINUTE_MS;

/** How late a lesson may still be sent. After that it waits for the next send time. */
export const LATE_LIMIT_MS = 12 * HOUR_MS;

const UTC = 'UTC';
const SATURDAY = 6;
const WORKDAYS_A_WEEK = 5;

/** When a reader gets lessons: on each day that is neither skipped nor paused, at an hour in their time zone. */
export interface Schedule {
  /** IANA name. */
  readonly timeZone: string;
  /** 0 to 23. */
  readonly hour: number;
  /** True if Saturdays and Sundays are skipped. */
  readonly weekdaysOnly: boolean;
  /** The first day after a pause, such as `2026-12-05`; null without one. */
  readonly pausedUntil: string | null;
}

/** The columns of a course that define its schedule. */
export interface ScheduleRow {
  readonly timeZone: string;
  readonly sendHour: number | null;
  readonly weekdaysOnly: boolean;
  readonly pausedUntil: Date | null;
}

/** Returns a course's schedule. `defaultHour` applies to readers who chose none. */
export const scheduleOf = (
  { timeZone, sendHour, weekdaysOnly, pausedUntil }: ScheduleRow,
  defaultHour: number,
): Schedule => ({
  timeZone,
  hour: sendHour ?? defaultHour,
  weekdaysOnly,
  pausedUntil: pausedUntil?.toISOString().slice(0, 10) ?? null,
});

/** Returns the first of these zones that this machine's time zone data has, else UTC. */
export const knownZone = (...zones: readonly (string | null | undefined)[]): string =>
  // Unlike `isValidZone`, `create` caches its result for each name.
  zones.find((zone) => typeof zone === 'string' && IANAZone.create(zone).isValid) ?? UTC;

/** Returns the start of a moment's day on the reader's calendar. */
const dayAt = (moment: Date, timeZone: string): DateTime =>
  DateTime.fromJSDate(moment, { zone: knownZone(timeZone) }).startOf('day');

/** Returns a moment's date on the reader's calendar, such as `2026-12-05`. Dates compare as strings. */
export const dateAt = (moment: Date, timeZone: string): string =>
  DateTime.fromJSDate(moment, { zone: knownZone(timeZone) }).toISODate() ?? '';

/** Returns how many minutes the reader's clock is ahead of UTC. */
export const offsetAt = (moment: Date, timeZone: string): number =>
  DateTime.fromJSDate(moment, { zone: knownZone(timeZone) }).offset;

/** Returns the last date to which a reader can pause: a year from today. */
export const pauseLimitOf = (timeZone: string, now: Date): string =>
  dayAt(now, timeZone).plus({ years: 1 }).toISODate() ?? '';

/**
 * Returns the moment of an hour on a day of the reader's calendar. An hour that the clocks skip becomes the moment they
 * skip to; of an hour that occurs twice, the first is returned.
 */
const momentOn = (day: DateTime, hour: number): DateTime => {
  const { year, month, day: date } = day;
  const moment = DateTime.fromObject({ year, month, day: date, hour }, { zone: day.zone });
  const earlier = moment.minus({ hours: 1 });
  return earlier.hour === moment.hour && earlier.day === moment.day ? earlier : moment;
};

/** True if the schedule has a lesson on that day. */
const hasLesson = (day: DateTime, { weekdaysOnly, pausedUntil }: Schedule): boolean =>
  (!weekdaysOnly || day.weekday < SATURDAY) && (pausedUntil === null || (day.toISODate() ?? '') >= pausedUntil);

const firstMomentFrom = (day: DateTime, after: Date, schedule: Schedule): Date => {
  for (let next = day; ; next = next.plus({ days: 1 })) {
    if (!hasLesson(next, schedule)) continue;
    const moment = momentOn(next, schedule.hour).toJSDate();
    if (moment > after) return moment;
  }
};

/** Returns the schedule's next send time strictly after `after`. */
export const nextSendTime = (after: Date, schedule: Schedule): Date =>
  firstMomentFrom(dayAt(after, schedule.timeZone), after, schedule);

/** Like `nextSendTime`, but never on the day of `after`, on which a lesson was already sent. */
export const nextDaySendTime = (after: Date, schedule: Schedule): Date =>
  firstMomentFrom(dayAt(after, schedule.timeZone).plus({ days: 1 }), after, schedule);

/** The latest and the next lesson of a course. */
export interface CourseProgress {
  /** When the latest lesson was queued; null before the first. */
  readonly lastLessonAt: Date | null;
  /** When the next lesson was due before the change; null for a course that had stopped. */
  readonly plannedAt: Date | null;
}

/**
 * Returns when the next lesson is due under a changed schedule. A day that had a lesson gets no second one, however
 * often readers change their minds. A lesson planned for today goes at once if the new hour has passed, so that no day
 * is skipped.
 */
export function nextLessonAt(schedule: Schedule, { lastLessonAt, plannedAt }: CourseProgress, now: Date): Date {
  const today = dateAt(now, schedule.timeZone);
  if (lastLessonAt !== null && dateAt(lastLessonAt, schedule.timeZone) >= today) return nextDaySendTime(now, schedule);
  const next = nextSendTime(now, schedule);
  const isForToday = plannedAt !== null && dateAt(plannedAt, schedule.timeZone) <= today;
  return isForToday && dateAt(next, schedule.timeZone) > today && hasLesson(dayAt(now, schedule.timeZone), schedule)
    ? now
    : next;
}

/**
 * Returns when the first lesson of a course that starts at `start` is due: at the reader's hour, at least ten minutes
 * after the confirmation and always within the hours that the terms promise, outside the reader's hour if necessary.
 */
export function firstLessonAt(start: Date, timeZone: string, hour: number): Date {
  const earliest = new Date(start.getTime() + FIRST_LESSON_PAUSE_MS);
  const next = nextSendTime(new Date(earliest.getTime() - 1), {
    timeZone,
    hour,
    weekdaysOnly: false,
    pausedUntil: null,
  });
  return next.getTime() - start.getTime() > POLICY.firstEmailHours * HOUR_MS ? earliest : next;
}

/** Returns the number of days from a lesson to the one `lessons` later. */
export function daysOfLessons(
  from: Date,
  lessons: number,
  { timeZone, weekdaysOnly }: Pick<Schedule, 'timeZone' | 'weekdaysOnly'>,
): number {
  if (!weekdaysOnly) return lessons;
  const workday = Math.min(dayAt(from, timeZone).weekday, WORKDAYS_A_WEEK) - 1;
  return lessons + 2 * Math.floor((workday + lessons) / WORKDAYS_A_WEEK);
}

/** True if a lesson that was due at `dueAt` is too late to go now and waits for the reader's next hour. */
export const isTooLate = (dueAt: Date, now: Date): boolean => now.getTime() - dueAt.getTime() > LATE_LIMIT_MS;
