import { describe, expect, it } from 'vitest';
import { nextTimes, planLesson, type DueCourse } from './due-lessons.ts';

const HOUR = 3_600_000;
const due = new Date('2026-05-04T05:00:00Z');
const tomorrow = new Date('2026-05-05T05:00:00Z');
const course: DueCourse = {
  orderId: 'o',
  timeZone: 'Europe/Berlin',
  sendHour: null,
  weekdaysOnly: false,
  pausedUntil: null,
  days: 7,
  lessonsQueued: 2,
  nextDueAt: due,
  isWaiting: false,
};
const plan = (change: Partial<DueCourse>, late = 0) =>
  planLesson({ ...course, ...change }, new Date(due.getTime() + late), {
    afterLesson: () => tomorrow,
    withoutLesson: () => tomorrow,
  });

describe('a due course', () => {
  it.each<[string, Partial<DueCourse>, number, { place: number | null; nextDueAt: Date | null }]>([
    ['gets its next lesson now, and the following one tomorrow', {}, 20_000, { place: 3, nextDueAt: tomorrow }],
    ['gets its first lesson', { lessonsQueued: 0 }, 0, { place: 1, nextDueAt: tomorrow }],
    ['gets its last lesson and is finished', { lessonsQueued: 6 }, 0, { place: 7, nextDueAt: null }],
    ['gets a late lesson the same day', {}, 12 * HOUR, { place: 3, nextDueAt: tomorrow }],
    ['gets none at night: it waits for the next morning', {}, 12 * HOUR + 1, { place: null, nextDueAt: tomorrow }],
    [
      'gets none right after days of downtime, but one the next morning',
      { lessonsQueued: 6 },
      100 * HOUR,
      { place: null, nextDueAt: tomorrow },
    ],
    ['waits while the previous lesson is queued', { isWaiting: true }, 0, { place: null, nextDueAt: tomorrow }],
  ])('%s', (_, change, late, expected) => {
    expect(plan(change, late)).toEqual({ orderId: 'o', dueAt: due, ...expected });
  });
});

it('computes the times of each schedule once', () => {
  const { afterLesson, withoutLesson } = nextTimes(due, 7);
  expect(afterLesson(course)).toBe(afterLesson({ ...course }));
  expect(afterLesson(course)).toEqual(tomorrow);
  expect(withoutLesson({ ...course, timeZone: 'UTC' })).toEqual(new Date('2026-05-04T07:00:00Z'));
  expect(afterLesson({ ...course, timeZone: 'UTC' })).toEqual(new Date('2026-05-05T07:00:00Z'));
});
