import { expect, test } from 'vitest';
import { pauseAfter } from './pause.ts';

test.each([
  [1, 250],
  [2, 500],
  [3, 1000],
  [6, 8000],
  [40, 8000],
])('after %i deaths in a row the pause is %i ms', (deaths, ms) => {
  expect(pauseAfter(deaths)).toBe(ms);
});
