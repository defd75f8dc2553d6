import { expect, it } from 'vitest';
import { atLeastMark, countMarks, marksAround } from './axis-marks.ts';

it.each([
  [0, [0]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6]],
  [100, [0, 50, 100]],
  [2779, [0, 1000, 2000]],
  [4000, [0, 1000, 2000, 3000, 4000]],
])('an axis up to %d is marked at round numbers', (max, marks) => {
  expect(countMarks(max)).toEqual(marks);
});

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
])('an axis for %j s has the marks around them', (seconds, marks) => {
  expect(marksAround(seconds)).toEqual(marks);
});

it('shows a time of 0 at the first mark', () => {
  expect([atLeastMark(0), atLeastMark(5)]).toEqual([0.1, 5]);
});
