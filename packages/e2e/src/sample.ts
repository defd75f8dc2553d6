import { seededRandom, testSeed, type Random } from '@course/test-kit/seeded-random';

/** True in `npm run test:long`, which runs everything. */
export const isWhole = process.env['JOURNEYS'] === 'whole';

let random: Random | undefined;

/** The random source. It is created with the first draw, because that prints the seed. */
const draw = (): Random => (random ??= seededRandom(testSeed()));

/** Returns `count` random cases by the printed seed, or all of them in `npm run test:long`. */
export const sampleOf = <Case>(cases: readonly Case[], count: number): readonly Case[] =>
  isWhole ? cases : draw().sample(cases, count);

/** Returns true with this probability, for cases that are not in a list; always in `npm run test:long`. */
export const isDrawn = (share: number): boolean => isWhole || draw().chance(share);
