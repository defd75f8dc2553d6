import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { POLICY } from '@course/funnel';
import { parse, serialize } from 'cookie';
import { PURPOSES, type OpeningPurpose } from '../links/links.ts';

/** Only these calls see the cookies. Their path is why they cannot have the prefix `__Host-`. */
export const READER_PATH = '/api/course';
const MAX_AGE_SECONDS = POLICY.readerCookieDays * 86_400;
const HASH = /^[A-Za-z0-9_-]{43}$/;

const macOf = (payload: string, key: string): Buffer =>
  createHmac('sha256', key).update(`course-reader:${payload}`).digest();

// Every key is tried, so that the time taken does not tell which one matched.
const isSigned = (payload: string, mac: string, keys: readonly string[]): boolean => {
  const given = Buffer.from(mac, 'base64url');
  return (
    keys
      .map((key) => macOf(payload, key))
      .filter((expected) => expected.length === given.length && timingSafeEqual(expected, given)).length > 0
  );
};

/** A link that this browser was opened with. */
export interface ReaderCookie {
  readonly linkHash: Buffer;
  /** SHA-256 of the cookie itself, under which it is remembered once it was given up. */
  readonly cookieHash: Buffer;
  readonly expiresAt: Date;
}

interface Reading {
  readonly purpose: OpeningPurpose;
  readonly keys: readonly string[];
  readonly now: Date;
}

/** The cookie of that purpose in a Cookie header; undefined when absent, forged or older than 30 days. */
export function readReader(header: string | undefined, { purpose, keys, now }: Reading): ReaderCookie | undefined {
  const value = header === undefined ? undefined : parse(header)[PURPOSES[purpose].cookie];
  const [hash = '', seconds = '', mac = '', ...rest] = value?.split('.') ?? [];
  if (rest.length > 0 || !HASH.test(hash) || !/^\d{1,12}$/.test(seconds) || !isSigned(`${hash}.${seconds}`, mac, keys))
    return undefined;
  const expiresAt = new Date((Number(seconds) + MAX_AGE_SECONDS) * 1000);
  // Signed by what stands before the last dot alone, however its end is written.
  const cookieHash = createHash('sha256').update(`${hash}.${seconds}`).digest();
  return now < expiresAt ? { linkHash: Buffer.from(hash, 'base64url'), cookieHash, expiresAt } : undefined;
}

const cookie = (purpose: OpeningPurpose, value: string, maxAge: number, secure: boolean): string =>
  serialize(PURPOSES[purpose].cookie, value, { httpOnly: true, sameSite: 'lax', secure, path: READER_PATH, maxAge });

interface Signing extends Reading {
  readonly secure: boolean;
}

/** The Set-Cookie header that keeps a link open in this browser for 30 days. It holds the token's hash, which opens nothing by itself. */
export function bindReader(tokenHash: Uint8Array, { purpose, keys, now, secure }: Signing): string {
  const payload = `${Buffer.from(tokenHash).toString('base64url')}.${Math.floor(now.getTime() / 1000)}`;
  return cookie(purpose, `${payload}.${macOf(payload, keys[0] ?? '').toString('base64url')}`, MAX_AGE_SECONDS, secure);
}

/** The Set-Cookie header that makes this browser forget a link. */
export const releaseReader = ({ purpose, secure }: Pick<Signing, 'purpose' | 'secure'>): string =>
  cookie(purpose, '', 0, secure);
