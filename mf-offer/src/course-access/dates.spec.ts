import { expect, it } from 'vitest';
import { dayOf, hourOf, momentOf, offsetOf } from './dates.ts';

it('shows the time zone of a moment', () => {
  expect(momentOf('2026-03-05T07:00:00.000Z')).toMatch(/\d:\d\d.[AP]M (UTC|GMT([+-]\d+(:\d+)?)?|[A-Z]{3,4})$/);
});

it.each([
  [0, 'GMT'],
  [120, 'GMT+2'],
  [-210, 'GMT-3:30'],
  [765, 'GMT+12:45'],
])('formats an offset of %i minutes', (minutes, name) => {
  expect(offsetOf(minutes)).toBe(name);
});

it('shows days and hours without a time zone', () => {
  expect([dayOf('2026-12-05'), hourOf(0), hourOf(19)].map((words) => words.replaceAll('\u202f', ' '))).toEqual([
    'December 5, 2026',
    '12:00 AM',
    '7:00 PM',
  ]);
});
