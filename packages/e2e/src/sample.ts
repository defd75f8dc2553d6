import { seededRandom, testSeed, type Random } from '@course/test-kit/seeded-random';

/** True in `npm run test:long`, where nothing is left out. */
export const isWhole = process.env['JOURNEYS'] === 'whole';

let random: Random | undefined;

/** The seed is printed with the first draw: programs that draw nothing print what they are asked for alone. */
const draw = (): Random => (random ??= seededRandom(testSeed()));

/** Returns this many of the cases, drawn by the printed seed; all of them in `npm run test:long`. */
export const sampleOf = <Case>(cases: readonly Case[], count: number): readonly Case[] =>
  isWhole ? cases : draw().sample(cases, count);

/** Returns true for this share of cases that have no list, drawn in the same way; always in `npm run test:long`. */
export const isDrawn = (share: number): boolean => isWhole || draw().chance(share);
