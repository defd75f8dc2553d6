import { createHash, timingSafeEqual } from 'node:crypto';
import { NOT_COUNTED_COOKIE } from '@course/contracts';
import { readSigned, signValue } from '@course/service-kit';
import { parse, serialize } from 'cookie';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** True for our token. Hashes have one length, so that the time taken tells nothing of the token. */
export const isToken = (given: string, expected: string): boolean => timingSafeEqual(hash(given), hash(expected));

export const SESSION_COOKIE = 'insights';
/** Only these calls see the cookie. */
const PATH = '/api/insights';
export const SESSION_HOURS = 12;
const SESSION_MS = SESSION_HOURS * 3_600_000;

const PURPOSE = 'insights-session';

const cookie = (value: string, maxAge: number, secure: boolean): string =>
  serialize(SESSION_COOKIE, value, { httpOnly: true, sameSite: 'strict', secure, path: PATH, maxAge });

/**
 * The Set-Cookie header that keeps the insights open in this browser for 12 hours from `nowMs`. Signed with the token
 * itself: another token ends every session.
 */
export const openSession = (token: string, nowMs: number, secure: boolean): string =>
  cookie(signValue(PURPOSE, String(nowMs), [token]), SESSION_MS / 1000, secure);

/** The Set-Cookie header that closes them. */
export const closeSession = (secure: boolean): string => cookie('', 0, secure);

/** True if a Cookie header holds a session of this token that is not over. */
export const hasSession = (header: string | undefined, token: string, nowMs: number): boolean => {
  const value = header === undefined ? undefined : parse(header)[SESSION_COOKIE];
  const opened = readSigned(PURPOSE, value ?? '', [token]) ?? '';
  return /^\d{1,15}$/.test(opened) && nowMs - Number(opened) < SESSION_MS;
};

const YEAR_SECONDS = 365 * 86_400;

/** The Set-Cookie header that marks every later visit of this browser as the owner's, or takes the mark away. The page reads it. */
export const notCounted = (isMarked: boolean, secure: boolean): string =>
  serialize(NOT_COUNTED_COOKIE, isMarked ? '1' : '', {
    sameSite: 'lax',
    secure,
    path: '/',
    maxAge: isMarked ? YEAR_SECONDS : 0,
  });
