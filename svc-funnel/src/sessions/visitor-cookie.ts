import { SESSION_ID } from '@course/contracts';
import { POLICY } from '@course/funnel';
import { readSignedWithTime, signWithTime, type SigningKey } from '@course/service-kit';
import { parse, serialize } from 'cookie';
import type { Visitor } from '../platform/request.ts';

/** Over HTTPS, the prefix keeps other hosts of the domain, and plain HTTP, from planting a cookie of this name. */
export const cookieName = (secure: boolean): string => (secure ? '__Host-funnel_session' : BARE_NAME);
const BARE_NAME = 'funnel_session';
/**
 * Until then, a cookie without the prefix is accepted over HTTPS, and replaced when the page next checks its session.
 */
const BARE_NAME_UNTIL = new Date('2027-05-21T00:00:00Z');
const DAY_SECONDS = 86_400;
const MAX_AGE_SECONDS = POLICY.sessionCookieDays * DAY_SECONDS;
const VERSION = 'v1';
const PURPOSE = 'funnel-session';

const readValue = (value: string, keys: readonly SigningKey[], now: Date): Visitor | undefined => {
  const signed = readSignedWithTime(PURPOSE, value, { keys, now, maxAgeSeconds: MAX_AGE_SECONDS });
  const [version, sessionId = '', ...rest] = signed?.payload.split('.') ?? [];
  const isValid = version === VERSION && rest.length === 0 && SESSION_ID.test(sessionId);
  return signed && isValid ? { sessionId, boundAt: signed.signedAt } : undefined;
};

interface CookieOptions {
  readonly now: Date;
  /** True if the site is served over HTTPS. */
  readonly secure: boolean;
}

/**
 * Returns the visitor of a Cookie header; undefined if it is absent, forged, signed with an unknown key, or older than
 * the policy says.
 */
export const readVisitor = (
  header: string | undefined,
  keys: readonly SigningKey[],
  { now, secure }: CookieOptions,
): Visitor | undefined => {
  const cookies = header === undefined ? {} : parse(header);
  const bare = now < BARE_NAME_UNTIL ? cookies[BARE_NAME] : undefined;
  const value = cookies[cookieName(secure)] ?? bare;
  return value === undefined ? undefined : readValue(value, keys, now);
};

const cookie = (name: string, value: string, maxAge: number, secure: boolean): string =>
  serialize(name, value, { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge });

/** Also deletes a cookie without the prefix, which would take effect again once the other one has expired. */
const withoutBare = (header: string, { now, secure }: CookieOptions): string[] =>
  secure && now < BARE_NAME_UNTIL ? [header, cookie(BARE_NAME, '', 0, secure)] : [header];

/** Returns the Set-Cookie headers that bind a browser to a session, from `now` for as long as the policy says. */
export const bindVisitor = (sessionId: string, keys: readonly SigningKey[], options: CookieOptions): string[] => {
  const value = signWithTime(PURPOSE, `${VERSION}.${sessionId}`, keys, options.now);
  return withoutBare(cookie(cookieName(options.secure), value, MAX_AGE_SECONDS, options.secure), options);
};

/** Returns the Set-Cookie headers that make a browser forget its session. */
export const clearVisitorCookie = (options: CookieOptions): string[] =>
  withoutBare(cookie(cookieName(options.secure), '', 0, options.secure), options);
