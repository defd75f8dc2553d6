import { pageViewId } from '@course/contracts';
import { expect, it } from 'vitest';
import { timeOf } from '../stream/uuid.ts';
import { PageViewIds } from './page-view-id.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const OLD = 'an-old-secret-of-some-length';
const NEW = 'a-new-secret-of-some-length';
const SESSION = 'session_1768478400000_abcdefghijklmnopqrstuv';
const KEY = '019bc1b0-0000-7abc-8def-0123456789ab';

const flip = (id: string, at: number): string => {
  const other = id[at] === 'a' ? 'b' : 'a';
  return id.slice(0, at) + other + id.slice(at + 1);
};

it('makes UUIDv7s that contain the time', () => {
  const id = new PageViewIds([NEW]).fresh(NOW);
  expect(pageViewId.safeParse(id).success).toBe(true);
  expect(timeOf(id)).toBe(NOW);
});

it('makes a different id every time', () => {
  const ids = new PageViewIds([NEW]);
  expect(new Set(Array.from({ length: 10_000 }, () => ids.fresh(NOW))).size).toBe(10_000);
});

it('recognises its own ids, also in upper case', () => {
  const ids = new PageViewIds([NEW]);
  const id = ids.fresh(NOW);
  expect(ids.isOurs(id)).toBe(true);
  expect(ids.isOurs(id.toUpperCase())).toBe(true);
});

it('rejects an id with any single digit changed', () => {
  const ids = new PageViewIds([NEW]);
  const id = ids.fresh(NOW);
  const digits = [...id].flatMap((character, at) => (character === '-' ? [] : [at]));
  expect(digits.filter((at) => ids.isOurs(flip(id, at)))).toEqual([]);
});

it('verifies with every secret and signs with the first', () => {
  const before = new PageViewIds([OLD]).fresh(NOW);
  const rotated = new PageViewIds([NEW, OLD]);
  expect(rotated.isOurs(before)).toBe(true);
  expect(new PageViewIds([OLD]).isOurs(rotated.fresh(NOW))).toBe(false);
  expect(new PageViewIds([NEW]).isOurs(before)).toBe(false);
});

it('gives the same id for the same session and key, and a different one for any other', () => {
  const id = new PageViewIds([NEW]).of(SESSION, KEY, NOW);
  const again = new PageViewIds([NEW]);
  expect(again.of(SESSION, KEY, NOW)).toBe(id);
  expect(again.of(SESSION, KEY.toUpperCase(), NOW)).toBe(id);
  expect(again.of(`${SESSION}x`, KEY, NOW)).not.toBe(id);
  expect(again.of(SESSION, flip(KEY, 35), NOW)).not.toBe(id);
  expect(again.isOurs(id)).toBe(true);
});
