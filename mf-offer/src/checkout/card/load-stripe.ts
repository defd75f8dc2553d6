import type { PaymentsConfig } from '@course/contracts';
import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

declare global {
  interface Window {
    Stripe?: StripeConstructor;
  }
}

const TIMEOUT_MS = 20_000;

let stripePromise: Promise<Stripe> | undefined;

/**
 * Loads the payment provider's script once; after a failure, the next call tries again. If `scriptUrl` is set (the
 * sandbox), that script replaces the provider's own.
 */
export function loadStripeOnce(config: PaymentsConfig | null): Promise<Stripe> {
  stripePromise ??= withTimeout(load(config), TIMEOUT_MS).catch((error: unknown) => {
    stripePromise = undefined;
    throw error;
  });
  return stripePromise;
}

async function load(config: PaymentsConfig | null): Promise<Stripe> {
  if (!config) throw new Error('No payment provider is configured.');
  const stripe = config.scriptUrl
    ? await fromScript(config.scriptUrl, config.publishableKey)
    : await loadStripe(config.publishableKey);
  if (!stripe) throw new Error('The payment script did not define Stripe.');
  return stripe;
}

async function fromScript(url: string, publishableKey: string): Promise<Stripe | undefined> {
  await loadScript(url);
  return window.Stripe?.(publishableKey);
}

let scriptPromise: Promise<void> | undefined;

/** Runs the script at `url` once per page. Rejects if it cannot be loaded; the next call then tries again. */
const loadScript = (url: string): Promise<void> =>
  (scriptPromise ??= new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', () => {
      scriptPromise = undefined;
      element.remove();
      reject(new Error('The script could not be loaded.'));
    });
    element.src = url;
    document.head.append(element);
  }));

/** Settles like the promise, or rejects if that takes longer than `ms`. */
function withTimeout<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Not loaded within ${ms} ms.`)), ms);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
