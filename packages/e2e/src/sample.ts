import { seededRandom, testSeed } from '@course/test-kit/seeded-random';

/** True in `npm run test:long`, where nothing is left out. */
export const isWhole = process.env['JOURNEYS'] === 'whole';

const random = seededRandom(testSeed());

/** Returns this many of the cases, drawn by the printed seed; all of them in `npm run test:long`. */
export const sampleOf = <Case>(cases: readonly Case[], count: number): readonly Case[] =>
  isWhole ? cases : random.sample(cases, count);
