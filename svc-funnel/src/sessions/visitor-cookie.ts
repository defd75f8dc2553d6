import { createHmac, timingSafeEqual, type BinaryLike, type KeyObject } from 'node:crypto';
import { SESSION_ID } from '@course/contracts';
import { parse, serialize } from 'cookie';
import type { Visitor } from '../platform/request.ts';

/** Over HTTPS the prefix keeps other hosts of the domain, and plain HTTP, from planting a cookie of this name. */
export const cookieName = (secure: boolean): string => (secure ? '__Host-funnel_session' : BARE_NAME);
const BARE_NAME = 'funnel_session';
/** Until then a cookie from before the prefix is accepted over HTTPS, and replaced when the page next checks its session. */
const BARE_NAME_UNTIL = new Date('2027-05-21T00:00:00Z');
export const COOKIE_DAYS = 180;
const DAY_SECONDS = 86_400;
const MAX_AGE_SECONDS = COOKIE_DAYS * DAY_SECONDS;
const VERSION = 'v1';

/** A `KeyObject` is read once, a string at every call. */
type Key = BinaryLike | KeyObject;

const macOf = (payload: string, key: Key): Buffer =>
  createHmac('sha256', key).update(`funnel-session:${payload}`).digest();

const isMac = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);

// Every key is tried, so that the time taken does not tell which one matched.
const isSigned = (payload: string, mac: string, keys: readonly Key[]): boolean => {
  const given = Buffer.from(mac, 'base64url');
  return keys.filter((key) => isMac(given, macOf(payload, key))).length > 0;
};

const readValue = (value: string, keys: readonly Key[], now: Date): Visitor | undefined => {
  const [version, sessionId = '', seconds = '', mac = '', ...rest] = value.split('.');
  if (version !== VERSION || rest.length > 0 || !SESSION_ID.test(sessionId) || !/^\d{1,12}$/.test(seconds))
    return undefined;
  if (!isSigned(`${version}.${sessionId}.${seconds}`, mac, keys)) return undefined;
  const boundAt = new Date(Number(seconds) * 1000);
  return now.getTime() - boundAt.getTime() < MAX_AGE_SECONDS * 1000 ? { sessionId, boundAt } : undefined;
};

interface Reading {
  readonly now: Date;
  /** Whether the site is reached over HTTPS. */
  readonly secure: boolean;
}

/** The visitor named by a Cookie header; undefined when absent, forged, of an unknown key, or older than 180 days. */
export const readVisitor = (
  header: string | undefined,
  keys: readonly Key[],
  { now, secure }: Reading,
): Visitor | undefined => {
  const cookies = header === undefined ? {} : parse(header);
  const bare = now < BARE_NAME_UNTIL ? cookies[BARE_NAME] : undefined;
  const value = cookies[cookieName(secure)] ?? bare;
  return value === undefined ? undefined : readValue(value, keys, now);
};

const cookie = (name: string, value: string, maxAge: number, secure: boolean): string =>
  serialize(name, value, { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge });

/** One from before the prefix goes with it: left alone it would come back once the other has run out. */
const withoutBare = (header: string, { now, secure }: Reading): string[] =>
  secure && now < BARE_NAME_UNTIL ? [header, cookie(BARE_NAME, '', 0, secure)] : [header];

/** The Set-Cookie headers that bind a browser to a session for 180 days from `now`. */
export const bindVisitor = (sessionId: string, keys: readonly Key[], options: Reading): string[] => {
  const payload = `${VERSION}.${sessionId}.${Math.floor(options.now.getTime() / 1000)}`;
  const mac = macOf(payload, keys[0] ?? '').toString('base64url');
  return withoutBare(cookie(cookieName(options.secure), `${payload}.${mac}`, MAX_AGE_SECONDS, options.secure), options);
};

/** The Set-Cookie headers that make a browser forget its session. */
export const releaseVisitor = (options: Reading): string[] =>
  withoutBare(cookie(cookieName(options.secure), '', 0, options.secure), options);
