import { createHash, timingSafeEqual } from 'node:crypto';
import { unauthorized } from '../wire/stripe-api-error.ts';

const NO_KEY =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details.";

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Returns true for equal texts, in constant time. */
export const sameSecret = (left: string, right: string) => timingSafeEqual(digest(left), digest(right));

// Like Stripe, shows enough of a wrong key to identify it.
const masked = (key: string) =>
  key.length > 12 ? `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}` : '****';

/** Throws Stripe's 401 unless the header contains the account's secret key. */
export function checkSecretKey(header: string | undefined, secretKey: string): void {
  const key = /^Bearer (.+)$/i.exec(header ?? '')?.[1];
  if (key === undefined) throw unauthorized(NO_KEY);
  if (!sameSecret(key, secretKey)) throw unauthorized(`Invalid API Key provided: ${masked(key)}`);
}
