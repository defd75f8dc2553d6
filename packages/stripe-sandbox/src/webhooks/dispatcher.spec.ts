import { expect, it, test } from 'vitest';
import { shouldRetry, retryDelayMs } from './dispatcher.ts';

test.each([
  [1, 1000],
  [2, 2000],
  [5, 16_000],
  [12, 2_048_000],
  [13, 3_600_000],
  [200, 3_600_000],
])('waits after failure %i for %i ms', (attempts, pause) => expect(retryDelayMs(attempts)).toBe(pause));

it('retries for three days', () => {
  const day = 24 * 60 * 60 * 1000;
  expect(shouldRetry(0, 3 * day - 1)).toBe(true);
  expect(shouldRetry(0, 3 * day)).toBe(false);
});
