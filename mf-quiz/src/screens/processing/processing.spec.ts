import { describe, expect, it } from 'vitest';
import { PROCESSING_MS, quarterOf, ringPercent, slideAt } from './processing.tsx';

describe('the ring', () => {
  it('is empty at first, half drawn at 4 s, and full at 8 s', () => {
    expect([0, 50, 4_000, PROCESSING_MS].map(ringPercent)).toEqual([0, 0.625, 50, 100]);
  });

  it('is announced only at every quarter', () => {
    expect([0, 24.9, 25, 49, 50, 99.9, 100].map(quarterOf)).toEqual([0, 0, 25, 25, 50, 75, 100]);
  });
});

describe('the testimonials', () => {
  it('rotate every 3 s and begin again after the last', () => {
    expect([0, 2_999, 3_000, 5_999, 6_000, 14_999, 15_000].map((elapsed) => slideAt(elapsed, 5))).toEqual([
      0, 0, 1, 1, 2, 4, 0,
    ]);
  });
});
