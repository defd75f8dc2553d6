import { expect, it } from 'vitest';
import { isGoingOn } from './points.ts';

const points = (...begins: string[]) => begins.map((begin) => ({ starts_at: `2026-11-${begin}:00.000Z` }));

const HOURS = points('21T10:00', '21T11:00');
const DAYS = points('20T00:00', '21T00:00');

it.each([
  ['hours', HOURS, true, '2026-11-21T11:30:00Z', true],
  ['hours', HOURS, true, '2026-11-21T12:00:00Z', false],
  ['the first hour of today', points('21T00:00'), true, '2026-11-21T00:30:00Z', true],
  ['days', DAYS, false, '2026-11-21T12:00:00Z', true],
  ['days', DAYS, false, '2026-11-22T12:00:00Z', false],
  ['days to come', [], false, '2026-11-20T12:00:00Z', false],
])('%s: tells whether the last one is not over yet', (_which, rows, byHour, now, goingOn) => {
  expect(isGoingOn(rows, byHour, Date.parse(now))).toBe(goingOn);
});
