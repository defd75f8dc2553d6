import { expect, it } from 'vitest';
import { callerKeys } from './caller-keys.ts';

const MORNING = new Date('2026-11-22T00:00:01Z');
const EVENING = new Date('2026-11-22T23:59:59Z');
const NEXT_DAY = new Date('2026-11-23T00:00:00Z');

it('is the same all day and in every process with the same secret, and differs between callers', () => {
  const [first, second] = [callerKeys('secret'), callerKeys('secret')];
  expect(first('203.0.113.7', MORNING)).toBe(second('203.0.113.7', EVENING));
  expect(first('203.0.113.8', MORNING)).not.toBe(first('203.0.113.7', MORNING));
});

it('changes with the day, and with the secret', () => {
  const keyOf = callerKeys('secret');
  const keys = [
    keyOf('203.0.113.7', EVENING),
    keyOf('203.0.113.7', NEXT_DAY),
    callerKeys('another')('203.0.113.7', EVENING),
  ];
  expect(new Set(keys).size).toBe(3);
});

it('reveals nothing about the caller', () => {
  expect(callerKeys('secret')('203.0.113.7', MORNING)).toMatch(/^[\w-]{22}$/);
});
