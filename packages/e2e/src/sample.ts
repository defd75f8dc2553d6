import { seededRandom, testSeed } from '@course/test-kit/seeded-random';

/** True in `npm run test:long`, where nothing is left out. */
export const isWhole = process.env['JOURNEYS'] === 'whole';

const random = seededRandom(testSeed());

/** Returns this many of the cases, drawn by the printed seed; all of them in `npm run test:long`. */
export const sampleOf = <Case>(cases: readonly Case[], count: number): readonly Case[] =>
  isWhole ? cases : random.sample(cases, count);

/** Returns true for this share of cases that have no list, drawn in the same way; always in `npm run test:long`. */
export const isDrawn = (share: number): boolean => isWhole || random.chance(share);
