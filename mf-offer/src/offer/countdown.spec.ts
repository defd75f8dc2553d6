import { describe, expect, it } from 'vitest';
import { clockText, delayToNext, remainingMs } from './countdown.ts';

const NOW = 1_700_000_000_000;

describe('the countdown', () => {
  it.each([
    [NOW + 600_000, NOW, 600_000],
    [NOW + 1, NOW, 1],
    [NOW, NOW, 0],
    [NOW - 5_000, NOW, 0],
  ])('that ends at %i has, at %i, %i ms left', (endsAt, now, left) => {
    expect(remainingMs(endsAt, now)).toBe(left);
  });

  it.each([
    [600_000, '10:00'],
    [599_999, '10:00'],
    [599_000, '09:59'],
    [61_000, '01:01'],
    [60_000, '01:00'],
    [1, '00:01'],
    [0, '00:00'],
    [3_599_001, '01:00:00'],
    [3_599_000, '59:59'],
    [6_000_000, '01:40:00'],
    [86_399_000, '23:59:59'],
    [86_400_000, '1 day 00:00:00'],
    [2 * 86_400_000 + 11_529_000, '2 days 03:12:09'],
    [10 * 86_400_000 - 1, '10 days 00:00:00'],
  ])('shows %i ms as "%s"', (ms, text) => {
    expect(clockText(ms)).toBe(text);
  });

  it.each([
    ['on a full second waits one second', 599_000, 1_000, 1_000],
    ['within a second waits for the end of that second', 598_750, 1_000, 750],
    ['with a step beyond its end waits for the end', 598_750, 600_000, 598_750],
    ['that ends in months waits for the longest delay of a timer', 9_000_000_000, 9_000_000_000, 2_147_483_647],
    ['that has ended does not wait', 0, 1_000, null],
  ])('%s', (_case, left, step, delay) => {
    expect(delayToNext(left, step)).toBe(delay);
  });
});
