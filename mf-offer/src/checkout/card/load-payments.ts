import type { PaymentsConfig } from '@course/contracts';
import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { loadScript } from './load-script.ts';
import { withPatience } from './with-patience.ts';

declare global {
  interface Window {
    Stripe?: StripeConstructor;
  }
}

const PATIENCE_MS = 20_000;

let loaded: Promise<Stripe> | undefined;

/**
 * The payment provider's script, loaded once. After a failure the next call tries anew.
 * With `scriptUrl` (the sandbox) that script takes the place of the provider's own.
 */
export function loadPayments(config: PaymentsConfig | null): Promise<Stripe> {
  loaded ??= withPatience(load(config), PATIENCE_MS).catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(config: PaymentsConfig | null): Promise<Stripe> {
  if (!config) throw new Error('No payment provider is configured.');
  const stripe = config.scriptUrl
    ? await fromScript(config.scriptUrl, config.publishableKey)
    : await loadStripe(config.publishableKey);
  if (!stripe) throw new Error('The payment script defined nothing to pay with.');
  return stripe;
}

async function fromScript(url: string, publishableKey: string): Promise<Stripe | undefined> {
  await loadScript(url);
  return window.Stripe?.(publishableKey);
}
