import type { Random } from '@course/test-kit/seeded-random';

/** Prefix of the random part of every seeded session id. One in 281 billion real ids has it by chance. */
const SEED_PREFIX = 'seeded--';

/** The same as a regular expression for SQL. */
export const SEEDED_SESSIONS = '^session_[0-9]{13}_seeded--';

const RANDOM_CHARACTERS = 22;
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const hexOf = (random: Random): string => random.uint32().toString(16).padStart(8, '0');

/** Returns a session id in the browsers' format, with the seed prefix. `at` is in ms since 1970. */
export const seededSessionId = (at: number, random: Random): string => {
  let characters = '';
  while (characters.length < RANDOM_CHARACTERS) characters += BASE64URL[random.uint32() >>> 26] ?? '';
  return `session_${String(at).padStart(13, '0')}_${SEED_PREFIX}${characters}`;
};

const format = (hex: string, version: 4 | 7): string => {
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) & 3] ?? '8';
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

export const uuidV4 = (random: Random): string =>
  format(hexOf(random) + hexOf(random) + hexOf(random) + hexOf(random), 4);

/**
 * Returns the id of a page view, whose first 48 bits are `at`, in ms since 1970. It ends in random bits instead of
 * svc-tracking's keyed check, which only lets a browser report the end of its view.
 */
export const uuidV7 = (at: number, random: Random): string =>
  format(at.toString(16).padStart(12, '0') + hexOf(random) + hexOf(random) + hexOf(random), 7);
