import { expect, it } from 'vitest';
import { hasSession, isToken, openSession } from './cookies.ts';

const TOKEN = 'a-token-of-this-test-0123456789-abcdef';
const HOURS_12_MS = 43_200_000;

it.each([
  [TOKEN, true],
  ['', false],
  [`${TOKEN}x`, false],
  [TOKEN.toUpperCase(), false],
])('knows its token: %j', (given, expected) => {
  expect(isToken(given, TOKEN)).toBe(expected);
});

it('finds its session among other cookies, until it is over', () => {
  const header = `a=b; ${openSession(TOKEN, 1000, false).split(';')[0]}; not_counted=1`;
  expect(hasSession(header, TOKEN, 1000 + HOURS_12_MS - 1)).toBe(true);
  expect(hasSession(header, TOKEN, 1000 + HOURS_12_MS)).toBe(false);
  expect(hasSession(header, `${TOKEN}2`, 1000)).toBe(false);
  expect(hasSession(undefined, TOKEN, 1000)).toBe(false);
});

it('finds a session that a browser was given before', () => {
  expect(hasSession('insights=1000.8Xdno1elIUNEMDBK4YWzJa56UVlVj8hMFeXloCnx3ms', TOKEN, 1000)).toBe(true);
});
