import { createHmac, timingSafeEqual } from 'node:crypto';
import { SESSION_ID } from '@course/contracts';
import { parse, serialize } from 'cookie';
import type { Visitor } from '../platform/request.ts';

export const COOKIE_NAME = 'funnel_session';
export const COOKIE_DAYS = 180;
const DAY_SECONDS = 86_400;
const MAX_AGE_SECONDS = COOKIE_DAYS * DAY_SECONDS;
const VERSION = 'v1';

const macOf = (payload: string, key: string): Buffer => createHmac('sha256', key).update(`funnel-session:${payload}`).digest();

const isMac = (given: Buffer, expected: Buffer): boolean => given.length === expected.length && timingSafeEqual(given, expected);

// Every key is tried, so that the time taken does not tell which one matched.
const isSigned = (payload: string, mac: string, keys: readonly string[]): boolean => {
  const given = Buffer.from(mac, 'base64url');
  return keys.filter((key) => isMac(given, macOf(payload, key))).length > 0;
};

const readValue = (value: string, keys: readonly string[], now: Date): Visitor | undefined => {
  const [version, sessionId = '', seconds = '', mac = '', ...rest] = value.split('.');
  if (version !== VERSION || rest.length > 0 || !SESSION_ID.test(sessionId) || !/^\d{1,12}$/.test(seconds)) return undefined;
  if (!isSigned(`${version}.${sessionId}.${seconds}`, mac, keys)) return undefined;
  const boundAt = new Date(Number(seconds) * 1000);
  return now.getTime() - boundAt.getTime() < MAX_AGE_SECONDS * 1000 ? { sessionId, boundAt } : undefined;
};

/** The visitor named by a Cookie header; undefined when absent, forged, of an unknown key, or older than 180 days. */
export const readVisitor = (header: string | undefined, keys: readonly string[], now: Date): Visitor | undefined => {
  const value = header === undefined ? undefined : parse(header)[COOKIE_NAME];
  return value === undefined ? undefined : readValue(value, keys, now);
};

const cookie = (value: string, maxAge: number, secure: boolean): string =>
  serialize(COOKIE_NAME, value, { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge });

/** The Set-Cookie header that binds a browser to a session for 180 days from `now`. */
export const bindVisitor = (sessionId: string, keys: readonly string[], options: { readonly now: Date; readonly secure: boolean }): string => {
  const payload = `${VERSION}.${sessionId}.${Math.floor(options.now.getTime() / 1000)}`;
  const mac = macOf(payload, keys[0] ?? '').toString('base64url');
  return cookie(`${payload}.${mac}`, MAX_AGE_SECONDS, options.secure);
};

/** The Set-Cookie header that makes a browser forget its session. */
export const releaseVisitor = ({ secure }: { readonly secure: boolean }): string => cookie('', 0, secure);
