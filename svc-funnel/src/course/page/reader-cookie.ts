import { createHash } from 'node:crypto';
import { POLICY } from '@course/funnel';
import { readSigned, signValue } from '@course/service-kit';
import { parse, serialize } from 'cookie';
import { PURPOSES, type OpeningPurpose } from '../links/links.ts';

/** Only these calls see the cookies. Their path is why they cannot have the prefix `__Host-`. */
export const READER_PATH = '/api/course';
const MAX_AGE_SECONDS = POLICY.readerCookieDays * 86_400;
const HASH = /^[A-Za-z0-9_-]{43}$/;

const SIGNED_AS = 'course-reader';

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
  const payload = readSigned(SIGNED_AS, value ?? '', keys) ?? '';
  const [hash = '', seconds = '', ...rest] = payload.split('.');
  if (rest.length > 0 || !HASH.test(hash) || !/^\d{1,12}$/.test(seconds)) return undefined;
  const expiresAt = new Date((Number(seconds) + MAX_AGE_SECONDS) * 1000);
  // Signed by what stands before the last dot alone, however its end is written.
  const cookieHash = createHash('sha256').update(payload).digest();
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
  return cookie(purpose, signValue(SIGNED_AS, payload, keys), MAX_AGE_SECONDS, secure);
}

/** The Set-Cookie header that makes this browser forget a link. */
export const releaseReader = ({ purpose, secure }: Pick<Signing, 'purpose' | 'secure'>): string =>
  cookie(purpose, '', 0, secure);
