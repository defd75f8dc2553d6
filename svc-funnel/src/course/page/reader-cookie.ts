import { createHash } from 'node:crypto';
import { POLICY } from '@course/funnel';
import { readSignedWithTime, signWithTime } from '@course/service-kit';
import { parse, serialize } from 'cookie';
import { PURPOSES, type OpeningPurpose } from '../links/links.ts';

/** The path that the cookies are sent to. Because of it, they cannot have the prefix `__Host-`. */
const READER_PATH = '/api/course';
const MAX_AGE_SECONDS = POLICY.readerCookieDays * 86_400;
const HASH = /^[A-Za-z0-9_-]{43}$/;

const SIGNED_AS = 'course-reader';

/** A cookie that keeps a link open in a browser. */
export interface ReaderCookie {
  readonly linkHash: Buffer;
  /** SHA-256 of the signed text, by which a cookie is recognised after it was ended. */
  readonly cookieHash: Buffer;
  readonly expiresAt: Date;
}

interface Reading {
  readonly purpose: OpeningPurpose;
  readonly keys: readonly string[];
  readonly now: Date;
}

/** Returns the cookie of a purpose from a Cookie header; undefined if it is absent, forged or older than 30 days. */
export function readReader(header: string | undefined, { purpose, keys, now }: Reading): ReaderCookie | undefined {
  const value = header === undefined ? undefined : parse(header)[PURPOSES[purpose].cookie];
  const signed = readSignedWithTime(SIGNED_AS, value ?? '', { keys, now, maxAgeSeconds: MAX_AGE_SECONDS });
  if (!signed || !HASH.test(signed.payload)) return undefined;
  const { payload, signedText, expiresAt } = signed;
  // Only what was signed identifies a cookie: its signature can be encoded in more than one way.
  const cookieHash = createHash('sha256').update(signedText).digest();
  return { linkHash: Buffer.from(payload, 'base64url'), cookieHash, expiresAt };
}

const cookie = (purpose: OpeningPurpose, value: string, maxAge: number, secure: boolean): string =>
  serialize(PURPOSES[purpose].cookie, value, { httpOnly: true, sameSite: 'lax', secure, path: READER_PATH, maxAge });

interface Signing extends Reading {
  readonly secure: boolean;
}

/**
 * Returns the Set-Cookie header that keeps a link open in this browser for 30 days. It holds the token's hash, which
 * opens nothing by itself.
 */
export function bindReader(tokenHash: Uint8Array, { purpose, keys, now, secure }: Signing): string {
  const hash = Buffer.from(tokenHash).toString('base64url');
  return cookie(purpose, signWithTime(SIGNED_AS, hash, keys, now), MAX_AGE_SECONDS, secure);
}

/** Returns the Set-Cookie header that removes a link from this browser. */
export const releaseReader = ({ purpose, secure }: Pick<Signing, 'purpose' | 'secure'>): string =>
  cookie(purpose, '', 0, secure);
