import { createHmac, timingSafeEqual, verify, type KeyObject } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';

const PAST_MS = DAY_MS;
const FUTURE_MS = 5 * MINUTE_MS;

/**
 * True if a signature is recent. Providers repeat for hours what was not accepted at first, so the window is a day
 * wide. A repeated event within it is recognised by its stored id, which is kept far longer.
 */
const isFresh = (timestamp: string, now: Date): boolean => {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  const age = now.getTime() - Number(timestamp) * 1000;
  return age <= PAST_MS && age >= -FUTURE_MS;
};

export interface MailgunSignature {
  readonly timestamp: string;
  /** Used once: it makes two signatures of the same second differ. */
  readonly token: string;
  readonly signature: string;
}

/**
 * Verifies a signature of Mailgun: HMAC-SHA256 over timestamp and token. The body is not signed, so a token must not be
 * accepted twice.
 */
export function isFromMailgun(key: string, { timestamp, token, signature }: MailgunSignature, now: Date): boolean {
  const expected = createHmac('sha256', key).update(`${timestamp}${token}`).digest();
  const received = Buffer.from(signature, 'hex');
  return received.length === expected.length && timingSafeEqual(received, expected) && isFresh(timestamp, now);
}

export interface SendgridSignature {
  readonly timestamp: string;
  /** DER, in base64. */
  readonly signature: string;
}

/** Verifies a signature of SendGrid: ECDSA with SHA-256 over timestamp and raw body. */
export function isFromSendgrid(
  key: KeyObject,
  body: Buffer,
  { timestamp, signature }: SendgridSignature,
  now: Date,
): boolean {
  if (!isFresh(timestamp, now)) return false;
  try {
    return verify('sha256', Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
