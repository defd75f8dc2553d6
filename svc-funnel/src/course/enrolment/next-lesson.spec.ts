import { seededRandom, testSeed } from '@course/test-kit/seeded-random';
import { describe, expect, it } from 'vitest';
import { dateAt, daysOfLessons, nextDaySendTime, nextLessonAt, nextSendTime, type Schedule } from './send-times.ts';

const HOUR = 3_600_000;
const at = (iso: string): Date => new Date(iso);
const SCHEDULE: Schedule = { timeZone: 'Europe/Berlin', hour: 7, weekdaysOnly: false, pausedUntil: null };
const schedule = (change: Partial<Schedule> = {}): Schedule => ({ ...SCHEDULE, ...change });

describe('the next send time', () => {
  it.each<[string, Partial<Schedule>, string, string]>([
    ['skips a weekend', { weekdaysOnly: true }, '2026-05-08T06:00:00Z', '2026-05-11T05:00:00Z'],
    [
      'is the same day on a Friday before the hour',
      { weekdaysOnly: true },
      '2026-05-08T04:00:00Z',
      '2026-05-08T05:00:00Z',
    ],
    ['is on the day that ends a pause', { pausedUntil: '2026-05-20' }, '2026-05-08T04:00:00Z', '2026-05-20T05:00:00Z'],
    ['ignores a pause that is over', { pausedUntil: '2026-05-01' }, '2026-05-08T04:00:00Z', '2026-05-08T05:00:00Z'],
    [
      'is on a Monday when a pause ends on a Saturday',
      { pausedUntil: '2026-05-16', weekdaysOnly: true },
      '2026-05-08T04:00:00Z',
      '2026-05-18T05:00:00Z',
    ],
    [
      'counts weekdays on the reader’s calendar',
      { weekdaysOnly: true, timeZone: 'Pacific/Auckland' },
      '2026-05-07T20:00:00Z',
      '2026-05-10T19:00:00Z',
    ],
    [
      'stays at its hour when a pause spans a clock change',
      { pausedUntil: '2026-10-26' },
      '2026-10-20T06:00:00Z',
      '2026-10-26T06:00:00Z',
    ],
  ])('%s', (_, change, after, expected) => {
    expect(nextSendTime(at(after), schedule(change)).toISOString()).toBe(at(expected).toISOString());
  });
});

describe('a changed schedule', () => {
  const yesterday = at('2026-05-05T05:00:00Z');
  const noon = at('2026-05-06T10:00:00Z');
  it.each<[string, Partial<Schedule>, Parameters<typeof nextLessonAt>[1], Date, string]>([
    [
      'moves today’s lesson to a later hour',
      { hour: 20 },
      { lastLessonAt: yesterday, plannedAt: at('2026-05-06T15:00:00Z') },
      noon,
      '2026-05-06T18:00:00Z',
    ],
    [
      'sends today’s lesson at once when the new hour has passed',
      { hour: 7 },
      { lastLessonAt: yesterday, plannedAt: at('2026-05-06T15:00:00Z') },
      noon,
      '2026-05-06T10:00:00Z',
    ],
    [
      'sends no second lesson on a day that had one',
      { hour: 20 },
      { lastLessonAt: at('2026-05-06T05:00:00Z'), plannedAt: at('2026-05-07T05:00:00Z') },
      noon,
      '2026-05-07T18:00:00Z',
    ],
    [
      'does not send the first lesson before its day',
      { hour: 8 },
      { lastLessonAt: null, plannedAt: at('2026-05-07T05:00:00Z') },
      noon,
      '2026-05-07T06:00:00Z',
    ],
    [
      'skips today if it is on a weekend',
      { hour: 5, weekdaysOnly: true },
      { lastLessonAt: at('2026-05-08T05:00:00Z'), plannedAt: at('2026-05-09T15:00:00Z') },
      at('2026-05-09T10:00:00Z'),
      '2026-05-11T03:00:00Z',
    ],
    [
      'ends a pause at the next send hour, today if it is still to come',
      { hour: 20 },
      { lastLessonAt: yesterday, plannedAt: at('2026-06-06T18:00:00Z') },
      noon,
      '2026-05-06T18:00:00Z',
    ],
    [
      'sends no second lesson when a pause is ended on the day it began',
      { hour: 20 },
      { lastLessonAt: at('2026-05-06T05:00:00Z'), plannedAt: at('2026-06-06T18:00:00Z') },
      noon,
      '2026-05-07T18:00:00Z',
    ],
    [
      'waits for tomorrow in a new zone where the last lesson was today',
      { timeZone: 'Asia/Tokyo', hour: 23 },
      { lastLessonAt: at('2026-05-05T18:00:00Z'), plannedAt: at('2026-05-06T18:00:00Z') },
      noon,
      '2026-05-07T14:00:00Z',
    ],
  ])('%s', (_, change, progress, now, expected) => {
    expect(nextLessonAt(schedule(change), progress, now).toISOString()).toBe(at(expected).toISOString());
  });

  it('keeps the planned time when nothing changed', () => {
    const progress = { lastLessonAt: yesterday, plannedAt: at('2026-05-06T05:00:00Z') };
    expect(nextLessonAt(schedule(), progress, at('2026-05-05T12:00:00Z'))).toEqual(progress.plannedAt);
  });
});

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Beirut', 'UTC'];

/**
 * Simulates 120 days of a reader who changes the schedule at random. Returns when each lesson went, and under which
 * schedule.
 */
function simulate(seed: number, changeOf: (random: ReturnType<typeof seededRandom>, now: Date) => Partial<Schedule>) {
  const random = seededRandom(seed);
  let current = schedule({ timeZone: random.oneOf(ZONES), hour: random.below(24) });
  const lessons: { readonly at: Date; readonly schedule: Schedule }[] = [];
  // Long enough to include a clock change in each zone that has them.
  let now = at('2026-09-01T12:00:00Z');
  let due = nextSendTime(now, current);
  for (const end = now.getTime() + 120 * 24 * HOUR; now.getTime() < end;) {
    const changesAt = new Date(now.getTime() + random.below(60 * HOUR));
    while (due <= changesAt) {
      lessons.push({ at: due, schedule: current });
      now = due;
      due = nextDaySendTime(now, current);
    }
    now = changesAt;
    current = { ...current, ...changeOf(random, now) };
    due = nextLessonAt(current, { lastLessonAt: lessons.at(-1)?.at ?? null, plannedAt: due }, now);
  }
  return lessons;
}

/** `npm run test:long` simulates 200. */
const READERS = Number(process.env['DECIDING_READERS'] ?? 8);

const seeds = Array.from({ length: READERS }, (_, index) => testSeed() + index);

describe('with random changes of the schedule', () => {
  it.each(seeds)('a reader who changes the hour gets one lesson a day (seed %i)', (seed) => {
    const lessons = simulate(seed, (random) => ({ hour: random.below(24) }));
    const days = lessons.map((lesson) => dateAt(lesson.at, lesson.schedule.timeZone));
    const first = Date.parse(days[0] ?? '');
    expect(days).toEqual(days.map((_, index) => new Date(first + index * 24 * HOUR).toISOString().slice(0, 10)));
    expect(days.length).toBeGreaterThan(110);
  });

  it.each(seeds)('no day has two lessons, and none is sent in a pause or on a skipped weekend (seed %i)', (seed) => {
    const lessons = simulate(seed, (random, now) => ({
      hour: random.below(24),
      weekdaysOnly: random.chance(0.5),
      timeZone: random.oneOf(ZONES),
      pausedUntil: random.chance(0.3) ? dateAt(new Date(now.getTime() + random.below(9 * 24 * HOUR)), 'UTC') : null,
    }));
    for (const [index, lesson] of lessons.entries()) {
      const { timeZone, weekdaysOnly, pausedUntil } = lesson.schedule;
      const day = dateAt(lesson.at, timeZone);
      const before = lessons[index - 1];
      if (before) expect(day > dateAt(before.at, timeZone)).toBe(true);
      if (weekdaysOnly) expect([0, 6]).not.toContain(new Date(day).getUTCDay());
      if (pausedUntil) expect(day >= pausedUntil).toBe(true);
    }
    expect(lessons.length).toBeGreaterThan(20);
  });

  it.each(seeds)('the day of the last lesson can be predicted (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const plan = schedule({ timeZone: random.oneOf(ZONES), weekdaysOnly: random.chance(0.7) });
    const first = nextSendTime(new Date(at('2026-05-01T00:00:00Z').getTime() + random.below(60 * 24 * HOUR)), plan);
    const count = random.below(84);
    let last = first;
    for (let lesson = 0; lesson < count; lesson += 1) last = nextDaySendTime(last, plan);
    const days = (Date.parse(dateAt(last, plan.timeZone)) - Date.parse(dateAt(first, plan.timeZone))) / (24 * HOUR);
    expect(daysOfLessons(first, count, plan)).toBe(days);
  });
});
