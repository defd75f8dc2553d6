import { newId } from './ids.ts';

/** The three values that a Stripe account in test mode has for a shop. */
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
