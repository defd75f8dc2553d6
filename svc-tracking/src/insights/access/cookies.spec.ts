import { expect, it } from 'vitest';
import { hasSession, isToken, openSession } from './cookies.ts';

const TOKEN = 'a-token-of-this-test-0123456789-abcdef';
const HOURS_12_MS = 43_200_000;

it.each([
  [TOKEN, true],
  ['', false],
  [`${TOKEN}x`, false],
  [TOKEN.toUpperCase(), false],
])('accepts only its own token: %j', (token, expected) => {
  expect(isToken(token, TOKEN)).toBe(expected);
});

it('finds its session among other cookies, until it expires', () => {
  const header = `a=b; ${openSession(TOKEN, 1000, false).split(';')[0]}; not_counted=1`;
  expect(hasSession(header, TOKEN, 1000 + HOURS_12_MS - 1)).toBe(true);
  expect(hasSession(header, TOKEN, 1000 + HOURS_12_MS)).toBe(false);
  expect(hasSession(header, `${TOKEN}2`, 1000)).toBe(false);
  expect(hasSession(undefined, TOKEN, 1000)).toBe(false);
});

it('accepts a session that an earlier release issued', () => {
  expect(hasSession('insights=1000.8Xdno1elIUNEMDBK4YWzJa56UVlVj8hMFeXloCnx3ms', TOKEN, 1000)).toBe(true);
});
