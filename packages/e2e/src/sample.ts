import path from 'node:path';
import { crc32 } from 'node:zlib';
import { seededRandom, testSeed, type Random } from '@course/test-kit/seeded-random';
import { expect } from 'vitest';

/** True in `npm run test:long`, which runs everything. */
export const isWhole = process.env['JOURNEYS'] === 'whole';

/**
 * Returns a random source for one draw, by the printed seed, the spec file and `what` is drawn. Files share their
 * modules, so with a common source a draw would depend on which files the same worker ran before.
 */
const drawOf = (what: string): Random => {
  const file = path.basename(expect.getState().testPath ?? '');
  return seededRandom((testSeed() ^ crc32(`${file} ${what}`)) >>> 0);
};

/**
 * Returns `count` random cases by the printed seed, or all of them in `npm run test:long`. `what` tells apart draws of
 * one file from the same cases.
 */
export const sampleOf = <Case>(cases: readonly Case[], count: number, what = JSON.stringify(cases)): readonly Case[] =>
  isWhole ? cases : drawOf(what).sample(cases, count);

/** Returns true with this probability, for a case `what` that is not in a list; always in `npm run test:long`. */
export const isDrawn = (what: string, share: number): boolean => isWhole || drawOf(what).chance(share);
