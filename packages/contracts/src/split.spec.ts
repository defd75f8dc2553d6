import { describe, expect, it } from 'vitest';
import { BUCKETS, bucketOf, pathOfBucket, type Split } from './split.ts';

const buckets = Array.from({ length: BUCKETS }, (_, bucket) => bucket);
const shareOf = (split: Split, path: string): number =>
  buckets.filter((bucket) => pathOfBucket(split, bucket) === path).length / BUCKETS;

describe('a split', () => {
  it('gives every path exactly its share of the buckets', () => {
    const split: Split = [
      ['/', 2],
      ['/home', 1],
      ['/old001', 1],
    ];
    expect(split.map(([path]) => shareOf(split, path))).toEqual([0.5, 0.25, 0.25]);
  });

  it('never shows a path of weight 0, at any position', () => {
    const split: Split = [
      ['/', 0],
      ['/home', 1],
      ['/old001', 0],
    ];
    expect(new Set(buckets.map((bucket) => pathOfBucket(split, bucket)))).toEqual(new Set(['/home']));
  });

  it('returns no path if all weights are 0', () => {
    expect(pathOfBucket([['/', 0]], 0)).toBeUndefined();
  });

  it('puts equal texts into the same bucket and distributes others evenly', () => {
    expect(bucketOf('session_1790000000000_a')).toBe(bucketOf('session_1790000000000_a'));
    const half = Array.from({ length: 4_000 }, (_, i) => bucketOf(`session_1790000000000_${i}`)).filter(
      (bucket) => bucket < BUCKETS / 2,
    );
    expect(half.length / 4_000).toBeCloseTo(0.5, 1);
  });
});
