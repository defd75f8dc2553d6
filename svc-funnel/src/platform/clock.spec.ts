import { expect, it } from 'vitest';
import { plausibleTime } from './clock.ts';

const now = new Date('2026-06-01T12:00:00Z');

it.each([
  ['2026-05-31T10:00:00Z', '2026-05-31T10:00:00.000Z'],
  ['2026-06-01T14:30:00+02:00', '2026-06-01T12:30:00.000Z'],
  ['0000-01-01T00:00:00Z', '2000-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59-23:59', '2026-06-02T12:00:00.000Z'],
])('clamps %s to a plausible time', (claimed, clamped) => {
  expect(plausibleTime(claimed, now).toISOString()).toBe(clamped);
});
