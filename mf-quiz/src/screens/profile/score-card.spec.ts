import { describe, expect, it } from 'vitest';
import { countAt, countingMs } from './score-card.tsx';

describe('the score counter', () => {
  it.each([
    [0, 0],
    [19, 0],
    [20, 2],
    [40, 4],
    [579, 56],
    [580, 58],
    [9_000, 58],
  ])('%i ms after its start shows %i', (elapsed, shown) => {
    expect(countAt(elapsed, 58)).toBe(shown);
  });

  it('ends exactly at the score', () => {
    expect(countingMs(58)).toBe(580);
    expect(countAt(countingMs(58), 58)).toBe(58);
    expect(countAt(countingMs(57), 57)).toBe(57);
  });
});
