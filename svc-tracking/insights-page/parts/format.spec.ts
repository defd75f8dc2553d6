import { expect, it } from 'vitest';
import {
  formatCell,
  formatCents,
  formatCompact,
  formatCompactCents,
  formatMinutes,
  formatSeconds,
  formatTick,
  formatTime,
  timeTick,
} from './format.ts';

it.each([
  [null, '–'],
  [0, '0.0 s'],
  [4.25, '4.3 s'],
  [59.94, '59.9 s'],
  [59.96, '1 min 00 s'],
  [125, '2 min 05 s'],
  [3599.6, '1 h 00 min'],
  [3900, '1 h 05 min'],
])('%s seconds are %s', (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text);
});

it.each([
  [0.05, '0.05 s'],
  [30, '30 s'],
  [90, '1.5 min'],
  [7200, '2 h'],
])('%s on an axis is %s', (seconds, text) => {
  expect(formatTick(seconds)).toBe(text);
});

it('writes money in its currency', () => {
  expect([formatCents(2840, 'usd'), formatCents(-50, 'eur'), formatCents(100_000, null)]).toEqual([
    '$28.40',
    '-€0.50',
    '1,000.00',
  ]);
});

it.each([
  [null, '–'],
  [4.25, '4.3 s'],
  [59.96, '1:00 min'],
  [125, '2:05 min'],
  [3900, '65:00 min'],
])('%s seconds in the short form are %s', (seconds, text) => {
  expect(formatMinutes(seconds)).toBe(text);
});

it('shortens counts and money for an axis', () => {
  expect([formatCompact(0), formatCompact(900), formatCompact(4500)]).toEqual(['0', '900', '4.5K']);
  expect([formatCompactCents(450_000, 'usd'), formatCompactCents(0, 'eur'), formatCompactCents(450_000, null)]).toEqual(
    ['$4.5K', '€0', '4.5K'],
  );
  expect([3240, 53_940, 20_000, -250].map((cents) => formatCompactCents(cents, 'usd'))).toEqual([
    '$32.40',
    '$539',
    '$200',
    '-$2.50',
  ]);
});

it('formats times in the zone', () => {
  expect(formatTime('2026-11-21T23:30:00.000Z', 'UTC')).toBe('Nov 21, 2026, 23:30 UTC');
  expect(formatTime('2026-11-21T23:30:00.000Z', 'Europe/Berlin', 'day')).toBe('Nov 22');
  expect(formatTime('2026-11-21T23:30:00.000Z', 'UTC', 'hour')).toBe('23:30');
});

it.each([
  ['hours of one day', ['21T00:00', '21T23:00'], true, '13:00'],
  ['hours of several days', ['20T00:00', '21T23:00'], true, 'Nov 21, 13:00'],
  ['days', ['20T00:00', '21T00:00'], false, 'Nov 21'],
])('an axis of %s has readable times', (_which, begins, byHour, text) => {
  const points = begins.map((begin) => ({ starts_at: `2026-11-${begin}:00.000Z` }));
  expect(timeTick(points, 'UTC', byHour)('2026-11-21T13:00:00.000Z')).toBe(text);
});

it.each([
  ['text', '', '–'],
  ['optionalText', null, '–'],
  ['count', 0, '0'],
  ['share', 0.123, '12.3%'],
  ['share', null, '–'],
  ['cents', 2240, '$22.40'],
] as const)('a cell of kind %s holding %j reads %s', (kind, value, text) => {
  expect(formatCell(kind, value, { zone: 'UTC', currency: 'usd' })).toBe(text);
});
