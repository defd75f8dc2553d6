import { expect, it } from 'vitest';
import { atLeastMark, marksAround } from './seconds-axis.ts';

it.each([
  [
    [3.5, 108],
    [3, 10, 30, 120],
  ],
  [
    [4, 20],
    [3, 10, 30],
  ],
  [[10], [10, 30]],
  [[0.1], [0.1, 0.3]],
  [[90_000], [86_400]],
])('%j s stand between marks', (seconds, marks) => {
  expect(marksAround(seconds)).toEqual(marks);
});

it('shows no time at the first mark', () => {
  expect([atLeastMark(0), atLeastMark(5)]).toEqual([0.1, 5]);
});
