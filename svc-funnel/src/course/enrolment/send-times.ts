import { DateTime, IANAZone } from 'luxon';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';

/** Between the confirmation and the first lesson, so that they do not arrive as one pile. */
export const FIRST_LESSON_PAUSE_MS = 10 * MINUTE_MS;

/** A lesson that comes late is still sent for so long; after that it waits for the next day's hour. */
export const LATE_LIMIT_MS = 12 * HOUR_MS;

const UTC = 'UTC';
const SATURDAY = 6;
const WORKDAYS_A_WEEK = 5;

/** When a reader gets lessons: one on each day that is neither left out nor paused, at the hour of their own clock. */
export interface Schedule {
  /** IANA name. */
  readonly timeZone: string;
  /** 0 to 23. */
  readonly hour: number;
  /** Saturdays and Sundays are left out. */
  readonly weekdaysOnly: boolean;
  /** The first day with a lesson again, `2026-12-05`; null without a pause. */
  readonly pausedUntil: string | null;
}

/** The columns of a course that its schedule is made of. */
export interface ScheduleRow {
  readonly timeZone: string;
  readonly sendHour: number | null;
  readonly weekdaysOnly: boolean;
  readonly pausedUntil: Date | null;
}

/** `defaultHour` is that of readers who chose none. */
export const scheduleOf = (
  { timeZone, sendHour, weekdaysOnly, pausedUntil }: ScheduleRow,
  defaultHour: number,
): Schedule => ({
  timeZone,
  hour: sendHour ?? defaultHour,
  weekdaysOnly,
  pausedUntil: pausedUntil?.toISOString().slice(0, 10) ?? null,
});

/** The first of these zones that this machine's time zone data knows, else UTC. */
export const knownZone = (...zones: readonly (string | null | undefined)[]): string =>
  // Unlike `isValidZone`, it asks the time zone data about each name once.
  zones.find((zone) => typeof zone === 'string' && IANAZone.create(zone).isValid) ?? UTC;

/** The start of the reader's day in which a moment lies. */
export const dayAt = (moment: Date, timeZone: string): DateTime =>
  DateTime.fromJSDate(moment, { zone: knownZone(timeZone) }).startOf('day');

/** The reader's day in which a moment lies, such as `2026-12-05`. Days compare as text. */
export const dateAt = (moment: Date, timeZone: string): string =>
  DateTime.fromJSDate(moment, { zone: knownZone(timeZone) }).toISODate() ?? '';

/** Minutes by which the reader's clock is ahead of UTC. */
export const offsetAt = (moment: Date, timeZone: string): number =>
  DateTime.fromJSDate(moment, { zone: knownZone(timeZone) }).offset;

/** The last day to which a reader can pause: a year from today. */
export const pauseLimitOf = (timeZone: string, now: Date): string =>
  dayAt(now, timeZone).plus({ years: 1 }).toISODate() ?? '';

/**
 * The hour's moment on a day of the reader's calendar. An hour that the clocks skip is the moment they skip to;
 * of an hour that comes twice it is the first.
 */
const momentOn = (day: DateTime, hour: number): DateTime => {
  const { year, month, day: date } = day;
  const moment = DateTime.fromObject({ year, month, day: date, hour }, { zone: day.zone });
  const earlier = moment.minus({ hours: 1 });
  return earlier.hour === moment.hour && earlier.day === moment.day ? earlier : moment;
};

/** Whether the schedule has a lesson on that day. */
const hasLesson = (day: DateTime, { weekdaysOnly, pausedUntil }: Schedule): boolean =>
  (!weekdaysOnly || day.weekday < SATURDAY) && (pausedUntil === null || (day.toISODate() ?? '') >= pausedUntil);

const firstMomentFrom = (day: DateTime, after: Date, schedule: Schedule): Date => {
  for (let next = day; ; next = next.plus({ days: 1 })) {
    if (!hasLesson(next, schedule)) continue;
    const moment = momentOn(next, schedule.hour).toJSDate();
    if (moment > after) return moment;
  }
};

/** The next moment after `after`, and not at it, at which the schedule has a lesson. */
export const nextSendTime = (after: Date, schedule: Schedule): Date =>
  firstMomentFrom(dayAt(after, schedule.timeZone), after, schedule);

/** The same, but not on the day of `after`: that day has had its lesson. */
export const nextDaySendTime = (after: Date, schedule: Schedule): Date =>
  firstMomentFrom(dayAt(after, schedule.timeZone).plus({ days: 1 }), after, schedule);

/** How far a course has come. */
export interface CourseProgress {
  /** When a lesson was queued last; null before the first. */
  readonly lastLessonAt: Date | null;
  /** When the next one was to come until now; null for a course that had stopped. */
  readonly plannedAt: Date | null;
}

/**
 * When the next lesson comes once the schedule is this one. It follows from the schedule and the last lesson alone, so
 * that however often readers change their minds, no day has two lessons; and a lesson that was planned for today goes at
 * once when the new hour has passed already, so that no day is skipped.
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
 * When the first lesson of a course that starts at `start` goes: at the reader's hour, some minutes after the confirmation
 * and always within 24 hours, if need be outside that hour.
 */
export function firstLessonAt(start: Date, timeZone: string, hour: number): Date {
  const earliest = new Date(start.getTime() + FIRST_LESSON_PAUSE_MS);
  const next = nextSendTime(new Date(earliest.getTime() - 1), {
    timeZone,
    hour,
    weekdaysOnly: false,
    pausedUntil: null,
  });
  return next.getTime() - start.getTime() > DAY_MS ? earliest : next;
}

/** Days from a lesson to the one that is `lessons` after it. */
export function daysOfLessons(
  from: Date,
  lessons: number,
  { timeZone, weekdaysOnly }: Pick<Schedule, 'timeZone' | 'weekdaysOnly'>,
): number {
  if (!weekdaysOnly) return lessons;
  const workday = Math.min(dayAt(from, timeZone).weekday, WORKDAYS_A_WEEK) - 1;
  return lessons + 2 * Math.floor((workday + lessons) / WORKDAYS_A_WEEK);
}

/** Whether a lesson that was due at `dueAt` should go now, or wait for the reader's next hour. */
export const isTooLate = (dueAt: Date, now: Date): boolean => now.getTime() - dueAt.getTime() > LATE_LIMIT_MS;
