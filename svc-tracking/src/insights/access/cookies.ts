import { createHash, timingSafeEqual } from 'node:crypto';
import { EXCLUDED_COOKIE } from '@course/contracts';
import { readSigned, signValue } from '@course/service-kit';
import { parse, serialize } from 'cookie';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * True if the tokens are equal. Compares hashes, which have the same length, so that the time taken reveals nothing.
 */
export const isToken = (given: string, expected: string): boolean => timingSafeEqual(hash(given), hash(expected));

const SESSION_COOKIE = 'insights';
/** The cookie is sent with these calls only. */
const PATH = '/api/insights';
const SESSION_HOURS = 12;
const SESSION_MS = SESSION_HOURS * 3_600_000;

const PURPOSE = 'insights-session';

const cookie = (value: string, maxAge: number, secure: boolean): string =>
  serialize(SESSION_COOKIE, value, { httpOnly: true, sameSite: 'strict', secure, path: PATH, maxAge });

/**
 * Returns the Set-Cookie header that gives this browser access for 12 hours from `nowMs`. Signed with the token itself,
 * so that a new token ends every session.
 */
export const openSession = (token: string, nowMs: number, secure: boolean): string =>
  cookie(signValue(PURPOSE, String(nowMs), [token]), SESSION_MS / 1000, secure);

/** Returns the Set-Cookie header that ends the session. */
export const closeSession = (secure: boolean): string => cookie('', 0, secure);

/** True if a Cookie header has an unexpired session of this token. */
export const hasSession = (header: string | undefined, token: string, nowMs: number): boolean => {
  const value = header === undefined ? undefined : parse(header)[SESSION_COOKIE];
  const opened = readSigned(PURPOSE, value ?? '', [token]) ?? '';
  return /^\d{1,15}$/.test(opened) && nowMs - Number(opened) < SESSION_MS;
};

const YEAR_SECONDS = 365 * 86_400;

/**
 * Returns the Set-Cookie header that marks later visits of this browser as the owner's, or removes the mark. The page
 * reads the cookie.
 */
export const exclusionCookie = (isMarked: boolean, secure: boolean): string =>
  serialize(EXCLUDED_COOKIE, isMarked ? '1' : '', {
    sameSite: 'lax',
    secure,
    path: '/',
    maxAge: isMarked ? YEAR_SECONDS : 0,
  });
