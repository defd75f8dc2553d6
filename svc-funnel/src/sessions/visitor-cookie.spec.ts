import { describe, expect, it } from 'vitest';
import { aSessionId } from '../../test/browser.ts';
import { bindVisitor, COOKIE_NAME, readVisitor } from './visitor-cookie.ts';

const [oldKey, newKey] = ['an-old-key-of-32-characters-or-so', 'a-new-key-of-32-characters-or-so!'];
const now = new Date('2026-06-01T12:00:00.000Z');
const DAY_MS = 86_400_000;
const id = aSessionId();

const headerFor = (keys: readonly string[], at = now): string => bindVisitor(id, keys, { now: at, secure: false }).split(';')[0] ?? '';

describe('visitor cookie', () => {
  it('is HttpOnly, SameSite=Lax and lasts 180 days', () => {
    const cookie = bindVisitor(id, [oldKey], { now, secure: false });
    expect(cookie).toMatch(/; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('is Secure on an https site', () => {
    expect(bindVisitor(id, [oldKey], { now, secure: true })).toMatch(/; Secure/);
  });

  it('reads back what it signed', () => {
    expect(readVisitor(headerFor([oldKey]), [oldKey], now)).toEqual({ sessionId: id, boundAt: now });
  });

  it('is signed with the first key and verified with each', () => {
    expect(readVisitor(headerFor([oldKey]), [newKey, oldKey], now)?.sessionId).toBe(id);
    expect(readVisitor(headerFor([newKey, oldKey]), [oldKey], now)).toBeUndefined();
  });

  it('ends after 180 days', () => {
    const header = headerFor([oldKey]);
    expect(readVisitor(header, [oldKey], new Date(now.getTime() + 180 * DAY_MS - 1))).toBeDefined();
    expect(readVisitor(header, [oldKey], new Date(now.getTime() + 180 * DAY_MS))).toBeUndefined();
  });

  it.each([
    ['another session', (value: string) => value.replace(id, aSessionId())],
    ['another time', (value: string) => value.replace(/\.(\d+)\./, (_, seconds) => `.${Number(seconds) + 1}.`)],
    ['a cut signature', (value: string) => value.slice(0, -2)],
    ['no signature', (value: string) => value.replace(/\.[^.]*$/, '.')],
    ['something more', (value: string) => `${value}.x`],
    ['another version', (value: string) => value.replace('v1', 'v2')],
    ['nonsense', () => 'nonsense'],
    ['nothing', () => ''],
  ])('does not accept %s', (_, forge) => {
    const value = headerFor([oldKey]).slice(COOKIE_NAME.length + 1);
    expect(readVisitor(`${COOKIE_NAME}=${value}`, [oldKey], now)).toBeDefined();
    expect(readVisitor(`${COOKIE_NAME}=${forge(value)}`, [oldKey], now)).toBeUndefined();
  });

  it('is absent without a header', () => {
    expect(readVisitor(undefined, [oldKey], now)).toBeUndefined();
  });
});
