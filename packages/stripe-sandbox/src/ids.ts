import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const randomText = (length: number) =>
  Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/** `newId('pi')` -> `pi_3kM0...`: Stripe's ids are a prefix and letters and digits. */
export const newId = (prefix: string, length = 24) => `${prefix}_${randomText(length)}`;

export const newSessionId = () => newId('cs_test', 58);

/** The id's owner is read back from the secret, as Stripe.js does. */
export const newClientSecret = (sessionId: string) => newId(`${sessionId}_secret`, 56);
