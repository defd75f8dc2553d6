import { expect, it } from 'vitest';
import { arrivals, periodOf } from './arrivals.ts';
import { HOUR_WEIGHTS, WEEKDAY_WEIGHTS } from './distributions.ts';
import { seededRandom } from '@course/test-kit/seeded-random';

const UNTIL = Date.UTC(2026, 5, 15, 12, 34, 56);
const period = periodOf(28, UNTIL);
const times = [...arrivals(50_000, period, seededRandom(3))];

const sharesBy = (keyOf: (moment: Date) => number, size: number): number[] => {
  const counts = new Array<number>(size).fill(0);
  for (const at of times) counts[keyOf(new Date(at))]! += 1;
  return counts.map((count) => count / times.length);
};

const statedShares = (weights: readonly number[]): number[] =>
  weights.map((weight) => weight / weights.reduce((sum, other) => sum + other, 0));

it('yields every arrival in order and within the period', () => {
  expect(times).toHaveLength(50_000);
  expect(times.every((at, index) => at >= (times[index - 1] ?? period.from) && at < period.to)).toBe(true);
});

it.each([
  ['hour of the day', statedShares(HOUR_WEIGHTS), sharesBy((moment) => moment.getUTCHours(), 24)],
  ['day of the week', statedShares(WEEKDAY_WEIGHTS), sharesBy((moment) => moment.getUTCDay(), 7)],
])('follows the weights by %s', (_name, stated, found) => {
  found.forEach((share, index) => expect(share / stated[index]!).toBeCloseTo(1, 1));
});

it('supports a period shorter than an hour', () => {
  const short = { from: UNTIL - 60_000, to: UNTIL };
  expect([...arrivals(10, short, seededRandom(1))].every((at) => at >= short.from && at < short.to)).toBe(true);
});
