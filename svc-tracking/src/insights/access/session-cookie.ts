import { createHmac } from 'node:crypto';
import { parse, serialize } from 'cookie';
import { isToken } from './token.ts';

export const SESSION_COOKIE = 'insights';
/** Only these calls see the cookie. */
const PATH = '/api/insights';
export const SESSION_HOURS = 12;
const SESSION_MS = SESSION_HOURS * 3_600_000;

/** Signed with the token itself: another token ends every session. */
const macOf = (opened: string, token: string): string =>
  createHmac('sha256', token).update(`insights-session:${opened}`).digest('base64url');

const cookie = (value: string, maxAge: number, secure: boolean): string =>
  serialize(SESSION_COOKIE, value, { httpOnly: true, sameSite: 'strict', secure, path: PATH, maxAge });

/** The Set-Cookie header that keeps the insights open in this browser for 12 hours from `nowMs`. */
export const openSession = (token: string, nowMs: number, secure: boolean): string =>
  cookie(`${nowMs}.${macOf(String(nowMs), token)}`, SESSION_MS / 1000, secure);

/** The Set-Cookie header that closes them. */
export const closeSession = (secure: boolean): string => cookie('', 0, secure);

/** Whether a Cookie header holds a session of this token that is not over. */
export const hasSession = (header: string | undefined, token: string, nowMs: number): boolean => {
  const [opened = '', mac = '', ...rest] =
    (header === undefined ? undefined : parse(header)[SESSION_COOKIE])?.split('.') ?? [];
  if (rest.length > 0 || !/^\d{1,15}$/.test(opened) || !isToken(mac, macOf(opened, token))) return false;
  return nowMs - Number(opened) < SESSION_MS;
};
