import { DateTime, IANAZone } from 'luxon';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Between the confirmation and the first lesson, so that they do not arrive as one pile. */
export const FIRST_LESSON_PAUSE_MS = 10 * MINUTE_MS;

/** A lesson that comes late is still sent for so long; after that it waits for the next day's hour. */
export const LATE_LIMIT_MS = 12 * 60 * MINUTE_MS;

const UTC = 'UTC';

/** The first of these zones that this machine's time zone data knows, else UTC. */
export const knownZone = (...zones: readonly (string | null | undefined)[]): string =>
  zones.find((zone) => typeof zone === 'string' && IANAZone.isValidZone(zone)) ?? UTC;

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

/** The next moment after `after`, and not at it, at which the reader's own clock strikes the hour. */
export function nextSendTime(after: Date, timeZone: string, hour: number): Date {
  const today = DateTime.fromJSDate(after, { zone: knownZone(timeZone) }).startOf('day');
  for (let days = 0; ; days += 1) {
    const moment = momentOn(today.plus({ days }), hour).toJSDate();
    if (moment > after) return moment;
  }
}

/**
 * When the first lesson of a course that starts at `start` goes: at the reader's hour, some minutes after the confirmation
 * and always within 24 hours, if need be outside that hour.
 */
export function firstLessonAt(start: Date, timeZone: string, hour: number): Date {
  const earliest = new Date(start.getTime() + FIRST_LESSON_PAUSE_MS);
  const next = nextSendTime(new Date(earliest.getTime() - 1), timeZone, hour);
  return next.getTime() - start.getTime() > DAY_MS ? earliest : next;
}

/** Whether a lesson that was due at `dueAt` should go now, or wait for the reader's next hour. */
export const isTooLate = (dueAt: Date, now: Date): boolean => now.getTime() - dueAt.getTime() > LATE_LIMIT_MS;
