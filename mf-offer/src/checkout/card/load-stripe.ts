import type { PaymentsConfig } from '@course/contracts';
import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

declare global {
  interface Window {
    Stripe?: StripeConstructor;
  }
}

const PATIENCE_MS = 20_000;

let loaded: Promise<Stripe> | undefined;

/**
 * Loads the payment provider's script once. After a failure the next call tries again.
 * With `scriptUrl` (the sandbox) that script takes the place of the provider's own.
 */
export function loadStripeOnce(config: PaymentsConfig | null): Promise<Stripe> {
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

let script: Promise<void> | undefined;

/** Runs the script at `url`, once a page. Rejects when it cannot be loaded; the next call then tries again. */
const loadScript = (url: string): Promise<void> =>
  (script ??= new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', () => {
      script = undefined;
      element.remove();
      reject(new Error('The script could not be loaded.'));
    });
    element.src = url;
    document.head.append(element);
  }));

/** The promise's outcome, or a rejection when it takes longer than `ms`. */
function withPatience<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms.`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
