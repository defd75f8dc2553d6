import { describe, expect, it } from 'vitest';
import { clearedShare, sampleSizeOf } from './coverage.ts';

const pixels = (...alphas: number[]) => new Uint8ClampedArray(alphas.flatMap((alpha) => [245, 181, 46, alpha]));

describe('the cleared share of the card', () => {
  it.each([
    ['an untouched card', pixels(255, 255, 255, 255), 0],
    ['a half cleared card', pixels(0, 255, 0, 255), 0.5],
    ['a fully cleared card', pixels(0, 0), 1],
    ['an edge pixel that is mostly cleared', pixels(127, 255), 0.5],
    ['an edge pixel that is mostly covered', pixels(128, 255), 0],
    ['a card without pixels', pixels(), 0],
  ])('is correct for %s', (_case, rgba, share) => {
    expect(clearedShare(rgba)).toBe(share);
  });

  it('is measured on a quarter of the pixels, and on at least one', () => {
    expect(sampleSizeOf(320, 208)).toEqual({ width: 160, height: 104 });
    expect(sampleSizeOf(1, 1)).toEqual({ width: 1, height: 1 });
  });
});
