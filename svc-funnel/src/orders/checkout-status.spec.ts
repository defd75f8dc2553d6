import { expect, it } from 'vitest';
import { nextReconcileTime } from './checkout-status.ts';
import { MINUTE_MS } from '../platform/clock.ts';

const START = new Date('2026-11-21T10:00:00Z');
const after = (minutes: number): Date => new Date(START.getTime() + minutes * MINUTE_MS);

it.each([
  [0, 2],
  [1.9, 2],
  [2, 7],
  [5, 7],
  [7, 22],
  [22, 82],
  [82, 442],
  [442, 442 + 1440],
  [5000, 5000 + 1440],
])('a checkout of %d minutes is reconciled next at an age of %d', (age, next) => {
  expect(nextReconcileTime(START, after(age))).toEqual(after(next));
});

it('is reconciled at growing intervals', () => {
  const times = [START];
  for (let count = 0; count < 8; count += 1) times.push(nextReconcileTime(START, times.at(-1)!));
  const intervals = times.slice(1).map((at, index) => at.getTime() - times[index]!.getTime());
  expect(intervals).toEqual([...intervals].sort((a, b) => a - b));
});
