import { expect, it } from 'vitest';
import { enteredTime, exitedTime, idTime, isoTime } from './times.ts';

it.each([
  '2026-11-21T05:00:12.507Z',
  '1970-01-01T00:00:00.000Z',
  '2024-02-29T23:59:59.999Z',
  '9999-12-31T23:59:59.999Z',
  '2026-11-21T05:00:12Z',
  '2026-11-21T05:00Z',
  '2026-11-21T05:00:12.5+02:00',
  '2026-11-21T05:00:12.123456Z',
])('reads %s as Date.parse() does', (text) => expect(isoTime(text)).toBe(Date.parse(text)));

const NOW = Date.UTC(2026, 0, 15, 12, 30);
const TODAY = Date.UTC(2026, 0, 15);
const SECOND = 1000;
const DAY = 86_400 * SECOND;

it.each([
  ['now', NOW, NOW],
  ['a clock some hours behind', NOW - DAY / 4, NOW - DAY / 4],
  ['a clock some hours ahead', NOW + DAY / 4, NOW + DAY / 4],
  ['an outbox of last month', NOW - 31 * DAY, NOW - 31 * DAY],
  ['a clock a year behind', NOW - 365 * DAY, NOW],
  ['a clock a year ahead', NOW + 365 * DAY, NOW],
  ['a clock two days and an hour ahead', NOW + 2 * DAY + DAY / 24, NOW + DAY / 24],
  ['a clock two days and two hours ahead', NOW + 2 * DAY + DAY / 12, NOW - DAY + DAY / 12],
  ['the largest time a key can hold', 2 ** 48 - 1, TODAY + ((2 ** 48 - 1) % DAY)],
  ['the beginning of time', 0, TODAY],
])(
  'puts the time of %s into the id if it is within the window, otherwise its time of day',
  (_name, keyTime, expected) => {
    expect(idTime(keyTime, NOW)).toBe(expected);
  },
);

it.each([0, NOW - 30 * DAY, NOW, NOW + DAY / 2, 2 ** 48 - 1])('gives a retry the same id time (%d)', (keyTime) => {
  expect(idTime(keyTime, NOW + 500)).toBe(idTime(keyTime, NOW));
});

it.each([2, -40, 365])('keeps views in order and retries the same across midnight, for a clock %d days off', (days) => {
  const skew = days * DAY;
  const ids = [-20, -10, 0, 10].map((seconds) => {
    const now = TODAY + seconds * SECOND;
    expect(idTime(now + skew, now + 6 * 3600 * SECOND)).toBe(idTime(now + skew, now));
    return idTime(now + skew, now);
  });
  expect(ids).toEqual([-20, -10, 0, 10].map((seconds) => TODAY + seconds * SECOND));
});

it.each([
  ['no key', undefined, NOW, false],
  ['this very moment', NOW, NOW, false],
  ['an hour ago', NOW - 3600 * SECOND, NOW - 3600 * SECOND, false],
  ['a second ahead', NOW + SECOND, NOW, false],
  ['an hour ahead', NOW + 3600 * SECOND, NOW, true],
  ['a year behind', NOW - 365 * DAY, NOW, true],
  ['a year ahead', NOW + 365 * DAY, NOW, true],
])('accepts or clamps an entry of %s', (_name, keyTime, at, clamped) => {
  expect(enteredTime(keyTime, NOW)).toEqual({ at, clamped });
});

const ENTERED = NOW - 60 * SECOND;

it.each([
  ['between entry and now', NOW - 10 * SECOND, NOW - 10 * SECOND, false],
  ['at the entry', ENTERED, ENTERED, false],
  ['a second before the entry', ENTERED - SECOND, ENTERED, false],
  ['an hour before the entry', ENTERED - 3600 * SECOND, NOW, true],
  ['a second ahead', NOW + SECOND, NOW, false],
  ['a year ahead', NOW + 365 * DAY, NOW, true],
  ['before time began', -1, NOW, true],
])('accepts or clamps an exit %s', (_name, exitedAt, at, clamped) => {
  expect(exitedTime(exitedAt, ENTERED, NOW)).toEqual({ at, clamped });
});

it('never accepts an exit in the future, even if its entry claims to be', () => {
  expect(exitedTime(NOW + 7200 * SECOND, NOW + 3600 * SECOND, NOW)).toEqual({ at: NOW, clamped: true });
});
