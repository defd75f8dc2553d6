import type { Random } from '@course/test-kit/seeded-random';

/** What the random part of every seeded session id begins with. One in 281 billion real ids does so by chance. */
const SEED_PREFIX = 'seeded--';

/** The same in SQL: matches seeded session ids and, but for that chance, no other. */
export const SEEDED_SESSIONS = '^session_[0-9]{13}_seeded--';

const RANDOM_LETTERS = 22;
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const hexOf = (random: Random): string => random.uint32().toString(16).padStart(8, '0');

/** In the form that browsers make, with a beginning of its own. `at` in ms since 1970. */
export const seededSessionId = (at: number, random: Random): string => {
  let letters = '';
  while (letters.length < RANDOM_LETTERS) letters += BASE64URL[random.uint32() >>> 26] ?? '';
  return `session_${String(at).padStart(13, '0')}_${SEED_PREFIX}${letters}`;
};

const format = (hex: string, version: 4 | 7): string => {
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) & 3] ?? '8';
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

export const uuidV4 = (random: Random): string =>
  format(hexOf(random) + hexOf(random) + hexOf(random) + hexOf(random), 4);

/**
 * The id of a page view: its first 48 bits are `at`, in ms since 1970. Where svc-tracking's own ids end in a keyed check,
 * these are random: a check lets a browser report the end of its view, and a seeded view's end is known.
 */
export const uuidV7 = (at: number, random: Random): string =>
  format(at.toString(16).padStart(12, '0') + hexOf(random) + hexOf(random) + hexOf(random), 7);
