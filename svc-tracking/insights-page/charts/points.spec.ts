import { expect, it } from 'vitest';
import { isByHour, isGoingOn, type Point } from './points.ts';

const points = (...begins: string[]): Point[] =>
  begins.map((begin) => ({ starts_at: `2026-11-${begin}:00.000Z`, views: 0, visitors: 0 }));

const HOURS = points('21T10:00', '21T11:00');
const DAYS = points('20T00:00', '21T00:00');

it.each([
  ['hours', HOURS, '2026-11-21T11:30:00Z', true, true],
  ['hours', HOURS, '2026-11-21T12:00:00Z', true, false],
  ['days', DAYS, '2026-11-21T12:00:00Z', false, true],
  ['days', DAYS, '2026-11-22T12:00:00Z', false, false],
  ['days to come', DAYS, '2026-11-20T12:00:00Z', false, false],
])('%s: the last is going on at a time', (_which, rows, now, byHour, goingOn) => {
  expect([isByHour(rows), isGoingOn(rows, Date.parse(now))]).toEqual([byHour, goingOn]);
});
