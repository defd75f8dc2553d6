import { expect, it } from 'vitest';
import { momentOf } from './dates.ts';

it('names the zone of its clock', () => {
  expect(momentOf('2026-03-05T07:00:00.000Z')).toMatch(/\d:\d\d.[AP]M (UTC|GMT([+-]\d+(:\d+)?)?|[A-Z]{3,4})$/);
});
