/** Paths with weights: each visitor is shown one of them, in proportion. */
export type Split = readonly (readonly [path: string, weight: number])[];

/**
 * Cookie set by the edge at the address of the entry split: a number below BUCKETS, which does not identify a visitor.
 */
export const SPLIT_COOKIE = 'split_bucket';
export const BUCKETS = 10_000;

/** How long the edge's cookies last, which the privacy policy states. */
export const EDGE_COOKIES = { visitMinutes: 30, canaryDays: 30, splitDays: 180 } as const;

/** Returns the text's bucket, by its FNV-1a hash. */
export function bucketOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % BUCKETS;
}

/** Returns the bucket's path, the same for the same weights; undefined only if all weights are 0. */
export function pathOfBucket(split: Split, bucket: number): string | undefined {
  const total = split.reduce((sum, [, weight]) => sum + weight, 0);
  let left = (bucket / BUCKETS) * total;
  return split.find(([, weight]) => (left -= weight) < 0)?.[0];
}
