import { createHmac, timingSafeEqual, verify, type KeyObject } from 'node:crypto';

const PAST_MS = 24 * 3_600_000;
const FUTURE_MS = 5 * 60_000;

/**
 * Whether a signature is young enough. Providers deliver for hours what was not accepted at first, so the window is a day
 * wide; within it a repeated event is known by its stored id, which is kept far longer.
 */
const isFresh = (timestamp: string, now: Date): boolean => {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  const age = now.getTime() - Number(timestamp) * 1000;
  return age <= PAST_MS && age >= -FUTURE_MS;
};

export interface MailgunSignature {
  readonly timestamp: string;
  /** Used once: it alone makes two signatures of one second differ. */
  readonly token: string;
  readonly signature: string;
}

/** Whether Mailgun signed: HMAC-SHA256 over time and token. The body is not signed, so a token must not count twice. */
export function isFromMailgun(key: string, { timestamp, token, signature }: MailgunSignature, now: Date): boolean {
  const expected = createHmac('sha256', key).update(`${timestamp}${token}`).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected) && isFresh(timestamp, now);
}

export interface SendgridSignature {
  readonly timestamp: string;
  /** Base64 of the DER form. */
  readonly signature: string;
}

/** Whether SendGrid signed: ECDSA with SHA-256 over time and the body's bytes. */
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
