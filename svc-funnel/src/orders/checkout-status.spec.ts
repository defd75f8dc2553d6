import { expect, it } from 'vitest';
import { nextReconcileTime } from './checkout-status.ts';

const START = new Date('2026-11-21T10:00:00Z');
const MINUTE_MS = 60_000;
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
])('at an age of %d minutes the next look comes at %d', (age, next) => {
  expect(nextReconcileTime(START, after(age))).toEqual(after(next));
});

it('looks in growing pauses', () => {
  const looks = [START];
  for (let count = 0; count < 8; count += 1) looks.push(nextReconcileTime(START, looks.at(-1)!));
  const pauses = looks.slice(1).map((at, index) => at.getTime() - looks[index]!.getTime());
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
});
