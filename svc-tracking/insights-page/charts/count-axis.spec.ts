import { expect, it } from 'vitest';
import { countMarks } from './count-axis.ts';

it.each([
  [0, [0]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6]],
  [100, [0, 50, 100]],
  [2779, [0, 1000, 2000]],
  [4000, [0, 1000, 2000, 3000, 4000]],
])('an axis up to %d is marked at round numbers', (most, marks) => {
  expect(countMarks(most)).toEqual(marks);
});
