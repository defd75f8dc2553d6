import { expect, test } from 'vitest';
import { median, percentile } from './percentile.ts';

test.each([
  ['the median of an odd number', [3, 1, 2], 0.5, 2],
  ['the lower of the two middle values of an even number', [4, 1, 2, 3], 0.5, 2],
  ['the third quarter', [8, 8, 40, 24], 0.75, 24],
  ['the only value', [7], 0.75, 7],
])('%s', (_name, values, share, expected) => {
  expect(percentile(values, share)).toBe(expected);
});

test('the median of no values is NaN', () => {
  expect(median([])).toBeNaN();
});
