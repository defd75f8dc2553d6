import { describe, expect, it } from 'vitest';
import { DEFAULTS, dayIn, daysOf, faultIn, filtersIn, isByHour, searchOf } from './filters.ts';

const NEARLY_MIDNIGHT = Date.parse('2026-11-21T23:30:00Z');

describe('the last days', () => {
  it.each([
    [1, 'UTC', '2026-11-21', '2026-11-21'],
    [7, 'UTC', '2026-11-15', '2026-11-21'],
    [1, 'Europe/Berlin', '2026-11-22', '2026-11-22'],
    [28, 'America/New_York', '2026-10-25', '2026-11-21'],
    [90, 'Pacific/Kiritimati', '2026-08-25', '2026-11-22'],
  ])('%d in %s', (range, zone, from, to) => {
    expect(daysOf({ range, zone }, NEARLY_MIDNIGHT)).toEqual({ from, to });
  });

  it('use the current day of the zone', () => {
    expect([dayIn('UTC', NEARLY_MIDNIGHT), dayIn('Asia/Kolkata', NEARLY_MIDNIGHT)]).toEqual([
      '2026-11-21',
      '2026-11-22',
    ]);
  });
});

describe('days chosen by hand', () => {
  it.each([
    ['2026-11-01', '2026-11-01', undefined],
    ['2024-01-01', '2025-02-03', undefined],
    ['2024-01-01', '2025-02-04', /more than 400 days/],
    ['2026-11-02', '2026-11-01', /before the first/],
    ['', '2026-11-01', /Choose a first/],
    ['2026-13-01', '2026-13-02', /Choose a first/],
  ])('%s to %s', (from, to, fault) => {
    const found = faultIn({ from, to });
    if (fault === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(fault);
  });
});

describe('an address', () => {
  it.each(['', '?days=28', '?days=1&zone=Europe%2FBerlin', '?from=2026-11-01&to=2026-11-03&variant=it%27s&by=plan'])(
    'survives being read and written: %s',
    (search) => {
      expect(searchOf(filtersIn(search))).toBe(search);
    },
  );

  it.each([
    '?days=5',
    '?days=x',
    '?from=2026-11-01',
    '?from=2026-11-03&to=2026-11-01',
    '?zone=Mars/Base',
    '?zone=%2B02:00',
    '?by=shoe',
    '?other=1',
  ])('with invalid filters gives the defaults: %s', (search) => {
    expect(filtersIn(search)).toEqual(DEFAULTS);
  });
});

it.each([
  ['2026-11-21', '2026-11-21', true],
  ['2026-11-19', '2026-11-21', true],
  ['2026-11-18', '2026-11-21', false],
])('from %s to %s is shown by hour: %j', (from, to, byHour) => expect(isByHour({ from, to })).toBe(byHour));
