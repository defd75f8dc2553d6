import { describe, expect, it } from 'vitest';
import { clearedShare, sampleSizeOf } from './coverage.ts';

const pixels = (...alphas: number[]) => new Uint8ClampedArray(alphas.flatMap((alpha) => [245, 181, 46, alpha]));

describe('how much of the card is cleared', () => {
  it.each([
    ['nothing', pixels(255, 255, 255, 255), 0],
    ['half', pixels(0, 255, 0, 255), 0.5],
    ['all', pixels(0, 0), 1],
    ['an edge pixel that is mostly gone', pixels(127, 255), 0.5],
    ['an edge pixel that is mostly there', pixels(128, 255), 0],
    ['a card without pixels', pixels(), 0],
  ])('%s', (_case, rgba, share) => {
    expect(clearedShare(rgba)).toBe(share);
  });

  it('is measured on a quarter of the pixels, and on one at least', () => {
    expect(sampleSizeOf(320, 208)).toEqual({ width: 160, height: 104 });
    expect(sampleSizeOf(1, 1)).toEqual({ width: 1, height: 1 });
  });
});
