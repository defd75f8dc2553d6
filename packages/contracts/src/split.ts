/** Paths with their weights: each visitor is shown one of them, in proportion. */
export type Split = readonly (readonly [path: string, weight: number])[];

/** Set by the edge on the split entry address: a number below BUCKETS, which tells nobody who the visitor is. */
export const SPLIT_COOKIE = 'split_bucket';
export const BUCKETS = 10_000;

/** The bucket of a text, always the same (FNV-1a). */
export function bucketOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % BUCKETS;
}

/** The path that a bucket falls to: the same for the same weights. Undefined only without any weight. */
export function pathOfBucket(split: Split, bucket: number): string | undefined {
  const total = split.reduce((sum, [, weight]) => sum + weight, 0);
  let left = (bucket / BUCKETS) * total;
  return split.find(([, weight]) => (left -= weight) < 0)?.[0];
}
