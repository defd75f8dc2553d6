import { describe, expect, it } from 'vitest';
import { isZone } from './choices.ts';
import { conversionQuery, insightsRange } from './query.ts';

it.each([
  ['UTC', true],
  ['Europe/Berlin', true],
  ['America/Argentina/Buenos_Aires', true],
  ['Etc/GMT+5', true],
  ['+02:00', false],
  ['Mars/Base', false],
  ["UTC'; drop", false],
  ['', false],
])('%j is a zone: %s', (name, expected) => {
  expect(isZone(name)).toBe(expected);
});

describe('a range', () => {
  it('is in UTC by default', () => {
    expect(insightsRange.parse({ from: '2026-11-01', to: '2026-11-02' })).toEqual({
      from: '2026-11-01',
      to: '2026-11-02',
      zone: 'UTC',
    });
  });

  it.each([
    ['2024-01-01', '2025-02-03', true],
    ['2024-01-01', '2025-02-04', false],
    ['2026-11-02', '2026-11-01', false],
    ['2026-11-31', '2026-12-01', false],
    ['2026-11-1', '2026-11-02', false],
  ])('of %s to %s is accepted: %s', (from, to, expected) => {
    expect(insightsRange.safeParse({ from, to }).success).toBe(expected);
    expect(conversionQuery.safeParse({ from, to, by: 'day' }).success).toBe(expected);
  });
});
