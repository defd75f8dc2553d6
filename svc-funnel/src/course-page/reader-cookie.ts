import { createHmac, timingSafeEqual } from 'node:crypto';
import { POLICY } from '@course/funnel';
import { parse, serialize } from 'cookie';

export const READER_COOKIE = 'course_reader';
/** Only these calls see the cookie. */
export const READER_PATH = '/api/course';
const MAX_AGE_SECONDS = POLICY.readerCookieDays * 86_400;
const HASH = /^[A-Za-z0-9_-]{43}$/;

const macOf = (payload: string, key: string): Buffer => createHmac('sha256', key).update(`course-reader:${payload}`).digest();

// Every key is tried, so that the time taken does not tell which one matched.
const isSigned = (payload: string, mac: string, keys: readonly string[]): boolean => {
  const given = Buffer.from(mac, 'base64url');
  return keys.map((key) => macOf(payload, key)).filter((expected) => expected.length === given.length && timingSafeEqual(expected, given)).length > 0;
};

/** The hash of the link that this browser was opened with; undefined when absent, forged or older than 30 days. */
export function readReader(header: string | undefined, keys: readonly string[], now: Date): Buffer | undefined {
  const [hash = '', seconds = '', mac = '', ...rest] = (header === undefined ? undefined : parse(header)[READER_COOKIE])?.split('.') ?? [];
  if (rest.length > 0 || !HASH.test(hash) || !/^\d{1,12}$/.test(seconds) || !isSigned(`${hash}.${seconds}`, mac, keys)) return undefined;
  return now.getTime() - Number(seconds) * 1000 < MAX_AGE_SECONDS * 1000 ? Buffer.from(hash, 'base64url') : undefined;
}

const cookie = (value: string, maxAge: number, secure: boolean): string =>
  serialize(READER_COOKIE, value, { httpOnly: true, sameSite: 'lax', secure, path: READER_PATH, maxAge });

interface Signing {
  readonly keys: readonly string[];
  readonly now: Date;
  readonly secure: boolean;
}

/** The Set-Cookie header that keeps a link open in this browser for 30 days. It holds the token's hash, which opens nothing by itself. */
export function bindReader(tokenHash: Uint8Array, { keys, now, secure }: Signing): string {
  const payload = `${Buffer.from(tokenHash).toString('base64url')}.${Math.floor(now.getTime() / 1000)}`;
  return cookie(`${payload}.${macOf(payload, keys[0] ?? '').toString('base64url')}`, MAX_AGE_SECONDS, secure);
}

/** The Set-Cookie header that closes the course in this browser. */
export const releaseReader = ({ secure }: Pick<Signing, 'secure'>): string => cookie('', 0, secure);
