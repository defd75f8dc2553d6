import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const randomText = (length: number) =>
  Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/** Returns an id like Stripe's, a prefix with random letters and digits: `newId('pi')` returns `pi_3kM0...`. */
export const newId = (prefix: string, length = 24) => `${prefix}_${randomText(length)}`;

export const newSessionId = () => newId('cs_test', 58);

/** Returns a client secret, which begins with the session's id, as Stripe's do. */
export const newClientSecret = (sessionId: string) => newId(`${sessionId}_secret`, 56);

/** The keys of a Stripe account in test mode. */
export interface Secrets {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

export const newSecrets = (): Secrets => ({
  secretKey: newId('sk_test', 48),
  publishableKey: newId('pk_test', 48),
  webhookSecret: newId('whsec', 32),
});
