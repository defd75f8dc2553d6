import { describe, expect, it } from 'vitest';
import { aSessionId } from '../../test/browser.ts';
import { bindVisitor, cookieName, readVisitor, clearVisitorCookie } from './visitor-cookie.ts';
import { DAY_MS } from '../platform/clock.ts';

const [oldKey, newKey] = ['an-old-key-of-32-characters-or-so', 'a-new-key-of-32-characters-or-so!'];
const now = new Date('2026-06-01T12:00:00.000Z');
const id = aSessionId();
const plain = { now, secure: false };
const https = { now, secure: true };

const headerFor = (keys: readonly string[], at = now): string =>
  (bindVisitor(id, keys, { now: at, secure: false })[0] ?? '').split(';')[0] ?? '';

describe('visitor cookie', () => {
  it('is HttpOnly, SameSite=Lax and lasts 180 days', () => {
    const [cookie] = bindVisitor(id, [oldKey], plain);
    expect(cookie).toMatch(/; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('is Secure on an https site', () => {
    expect(bindVisitor(id, [oldKey], https)[0]).toMatch(/; Secure/);
  });

  it('reads back what it signed', () => {
    expect(readVisitor(headerFor([oldKey]), [oldKey], plain)).toEqual({ sessionId: id, boundAt: now });
  });

  it('reads cookies of earlier releases', () => {
    const header =
      'funnel_session=v1.session_1700000000000_0123456789abcdefghijkl.1780315200.hjXijHZcsL9pGiD_ZUxBi5c0FxCJlSjIQ0QOvXZdpWM';
    expect(readVisitor(header, [oldKey], plain)).toEqual({
      sessionId: 'session_1700000000000_0123456789abcdefghijkl',
      boundAt: now,
    });
  });

  it('is signed with the first key and verified with each', () => {
    expect(readVisitor(headerFor([oldKey]), [newKey, oldKey], plain)?.sessionId).toBe(id);
    expect(readVisitor(headerFor([newKey, oldKey]), [oldKey], plain)).toBeUndefined();
  });

  it('expires after 180 days', () => {
    const header = headerFor([oldKey]);
    expect(readVisitor(header, [oldKey], { ...plain, now: new Date(now.getTime() + 180 * DAY_MS - 1) })).toBeDefined();
    expect(readVisitor(header, [oldKey], { ...plain, now: new Date(now.getTime() + 180 * DAY_MS) })).toBeUndefined();
  });

  it.each([
    ['another session', (value: string) => value.replace(id, aSessionId())],
    ['another time', (value: string) => value.replace(/\.(\d+)\./, (_, seconds) => `.${Number(seconds) + 1}.`)],
    ['a cut signature', (value: string) => value.slice(0, -2)],
    ['no signature', (value: string) => value.replace(/\.[^.]*$/, '.')],
    ['an additional part', (value: string) => `${value}.x`],
    ['another version', (value: string) => value.replace('v1', 'v2')],
    ['nonsense', () => 'nonsense'],
    ['nothing', () => ''],
  ])('does not accept %s', (_, forge) => {
    const value = headerFor([oldKey]).slice(cookieName(false).length + 1);
    expect(readVisitor(`${cookieName(false)}=${value}`, [oldKey], plain)).toBeDefined();
    expect(readVisitor(`${cookieName(false)}=${forge(value)}`, [oldKey], plain)).toBeUndefined();
  });

  it('is absent without a header', () => {
    expect(readVisitor(undefined, [oldKey], plain)).toBeUndefined();
  });
});

describe('over HTTPS', () => {
  const bareFrom = (at: Date): string => headerFor([oldKey], at);

  it('the name has the prefix that no other host and no plain HTTP can set, with the path that it requires', () => {
    expect(bindVisitor(id, [oldKey], https)[0]).toMatch(
      /^__Host-funnel_session=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(clearVisitorCookie(https)[0]).toMatch(/^__Host-funnel_session=; Max-Age=0; /);
  });

  it('a cookie without the prefix is accepted, and deleted when it is replaced', () => {
    expect(readVisitor(bareFrom(now), [oldKey], https)?.sessionId).toBe(id);
    expect(bindVisitor(id, [oldKey], https)[1]).toMatch(/^funnel_session=; Max-Age=0; Path=\//);
    expect(clearVisitorCookie(https)[1]).toMatch(/^funnel_session=; Max-Age=0; Path=\//);
  });

  it('a cookie with the prefix wins over one without, which another host may have planted', () => {
    const other = aSessionId();
    const [planted = ''] = (bindVisitor(other, [oldKey], plain)[0] ?? '').split(';');
    const [own = ''] = (bindVisitor(id, [oldKey], https)[0] ?? '').split(';');
    expect(readVisitor(`${planted}; ${own}`, [oldKey], https)?.sessionId).toBe(id);
  });

  it('a cookie without the prefix is accepted for 180 days and no longer', () => {
    const last = new Date('2027-05-20T23:59:59Z');
    const over = new Date('2027-05-21T00:00:00Z');
    expect(readVisitor(bareFrom(last), [oldKey], { now: last, secure: true })?.sessionId).toBe(id);
    expect(readVisitor(bareFrom(over), [oldKey], { now: over, secure: true })).toBeUndefined();
    expect(bindVisitor(id, [oldKey], { now: over, secure: true })).toHaveLength(1);
  });

  it('a cookie with the prefix is ignored on plain HTTP, where it cannot be set', () => {
    expect(bindVisitor(id, [oldKey], plain)).toHaveLength(1);
    expect(readVisitor((bindVisitor(id, [oldKey], https)[0] ?? '').split(';')[0], [oldKey], plain)).toBeUndefined();
  });
});
