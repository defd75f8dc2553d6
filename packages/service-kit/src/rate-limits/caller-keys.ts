import { createHmac } from 'node:crypto';

/** Returns the key under which Redis counts a caller on this day. */
export type CallerKeys = (caller: string, now: Date) => string;

const KEY_LENGTH = 22;

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * IP addresses, sessions and email addresses are counted under a keyed hash, so that Redis and its append-only file
 * contain none of them. Processes derive the same key from `secret`; it changes every UTC day, so that no one can be
 * tracked across days.
 */
export function callerKeys(secret: string): CallerKeys {
  let day = '';
  let key: Buffer = Buffer.alloc(0);
  return (caller, now) => {
    const today = now.toISOString().slice(0, 10);
    if (today !== day) {
      day = today;
      key = hmac(secret, `rate limits of ${today}`);
    }
    return hmac(key, caller).toString('base64url').slice(0, KEY_LENGTH);
  };
}
