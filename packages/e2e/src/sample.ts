import path from 'node:path';
import { crc32 } from 'node:zlib';
import { seededRandom, testSeed, type Random } from '@course/test-kit/seeded-random';
import { beforeEach, expect } from 'vitest';

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

/**
 * Runs a random half of the file's journeys in `npm test`, all of them in `npm run test:long`. For files about details
 * of screens, most of which the tests of components and services check as well.
 */
export const drawHalf = (): void =>
  beforeEach(({ task, skip }) => skip(!isWhole && drawOf(task.name).chance(1 / 2), 'not drawn'));
