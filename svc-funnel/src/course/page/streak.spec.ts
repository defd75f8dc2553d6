import { seededRandom, testSeed } from '@course/test-kit/seeded-random';
import { expect, it } from 'vitest';
import { streakOf } from './streak.ts';

const day = (number: number, hour = 7): Date => new Date(Date.UTC(2026, 4, number, hour));
const streak = (lessons: readonly Date[], done: readonly Date[]): number => streakOf(lessons, done, 'UTC');
const days = (from: number, to: number): Date[] => Array.from({ length: to - from + 1 }, (_, at) => day(from + at));
const evenings = (...numbers: number[]): Date[] => numbers.map((number) => day(number, 20));

it.each<[string, readonly Date[], readonly Date[], number]>([
  ['nothing sent', [], [], 0],
  ['nothing done', days(4, 7), [], 0],
  ['every day done', days(4, 7), evenings(4, 5, 6, 7), 4],
  ['today not done yet', days(4, 7), evenings(4, 5, 6), 3],
  ['a day missed', days(4, 9), evenings(4, 5, 7, 8, 9), 3],
  ['yesterday missed', days(4, 7), evenings(4, 5, 7), 1],
  ['a weekend without lessons', [...days(4, 8), ...days(11, 12)], evenings(4, 5, 6, 7, 8, 11, 12), 7],
  ['two weeks of pause', [...days(4, 6), ...days(20, 21)], evenings(4, 5, 6, 20, 21), 5],
  ['the morning after, before the next lesson', days(4, 6), [day(5, 6), day(6, 6), day(6, 9)], 3],
  ['an earlier lesson, done today', days(4, 6), [day(4, 9), day(5, 9), day(5, 10), day(6, 8)], 3],
  ['three lessons on one day, one done', [day(4), day(5), day(5, 8), day(5, 9)], [day(4, 8), day(5, 10)], 2],
])('%s', (_, lessons, done, expected) => {
  expect(streak(lessons, done)).toBe(expected);
});

it('counts days on the reader’s calendar', () => {
  const lessons = [new Date('2026-05-04T22:00:00Z'), new Date('2026-05-05T03:00:00Z')];
  const done = [new Date('2026-05-05T04:00:00Z')];
  expect([streakOf(lessons, done, 'Europe/Berlin'), streakOf(lessons, done, 'UTC')]).toEqual([1, 1]);
  expect(streakOf(lessons, [...done, lessons[0]!], 'UTC')).toBe(2);
});

it('never falls when one more lesson is done, and never exceeds the days with lessons', () => {
  const random = seededRandom(testSeed());
  for (let round = 0; round < 300; round += 1) {
    const lessons = days(1, 30).filter(() => random.chance(0.7));
    const done = days(1, 30).filter(() => random.chance(0.6));
    const before = streak(lessons, done);
    const after = streak(lessons, [...done, day(1 + random.below(30), random.below(24))]);
    expect(after).toBeGreaterThanOrEqual(before);
    expect(after).toBeLessThanOrEqual(lessons.length);
  }
});
