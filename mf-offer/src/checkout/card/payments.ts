import type { PaymentsConfig } from '@course/contracts';
import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { embeddedCheckoutGuard } from './embedded-checkout-guard.ts';

declare global {
  interface Window {
    Stripe?: StripeConstructor;
  }
}

const PATIENCE_MS = 20_000;

/** The payment provider's script, with the guard over the one embedded checkout that it allows a page. */
export interface Payments {
  readonly stripe: Stripe;
  readonly takeLease: ReturnType<typeof embeddedCheckoutGuard>;
}

let loaded: Promise<Payments> | undefined;

/**
 * Loads the payment provider's script once. After a failure the next call tries again.
 * With `scriptUrl` (the sandbox) that script takes the place of the provider's own.
 */
export function loadPayments(config: PaymentsConfig | null): Promise<Payments> {
  loaded ??= withPatience(load(config), PATIENCE_MS).catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(config: PaymentsConfig | null): Promise<Payments> {
  if (!config) throw new Error('No payment provider is configured.');
  const stripe = config.scriptUrl
    ? await fromScript(config.scriptUrl, config.publishableKey)
    : await loadStripe(config.publishableKey);
  if (!stripe) throw new Error('The payment script defined nothing to pay with.');
  return { stripe, takeLease: embeddedCheckoutGuard() };
}

async function fromScript(url: string, publishableKey: string): Promise<Stripe | undefined> {
  await loadScript(url);
  return window.Stripe?.(publishableKey);
}

const loadingScripts = new Map<string, Promise<void>>();

/** Runs the script at `url`, once a page. Rejects when it cannot be loaded; the next call then tries again. */
function loadScript(url: string): Promise<void> {
  const known = loadingScripts.get(url);
  if (known) return known;
  const script = document.createElement('script');
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      loadingScripts.delete(url);
      script.remove();
      reject(new Error('The script could not be loaded.'));
    });
  });
  script.src = url;
  document.head.append(script);
  loadingScripts.set(url, loaded);
  return loaded;
}

/** The promise's outcome, or a rejection when it takes longer than `ms`. */
function withPatience<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms.`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
