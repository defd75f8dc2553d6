import { mountFrame } from './frame.ts';

/** Stripe.js throws this when a page misuses it. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}

export interface EmbeddedCheckoutOptions {
  clientSecret?: string;
  fetchClientSecret?: () => Promise<string>;
}

export interface EmbeddedCheckout {
  mount(location: string | Element): void;
  unmount(): void;
  destroy(): void;
}

interface ScriptContext {
  origin: string;
  key: string;
}

/** Stripe.js allows one embedded checkout per page, whatever the number of Stripe objects. */
let isInUse = false;

async function secretFrom(options: EmbeddedCheckoutOptions): Promise<string> {
  const secret = options.clientSecret ?? (await options.fetchClientSecret?.());
  if (typeof secret === 'string' && /^cs_test_[A-Za-z0-9]+_secret_[A-Za-z0-9]+$/.test(secret)) return secret;
  throw new IntegrationError('Invalid client secret: it has to be the client_secret of a Checkout Session.');
}

function elementAt(location: string | Element): Element {
  const element = typeof location === 'string' ? document.querySelector(location) : location;
  if (element) return element;
  throw new IntegrationError('Invalid DOM element: the selector or element given to mount() is not in the page.');
}

function leave(returnUrl: string): void {
  const { protocol } = new URL(returnUrl);
  if (protocol === 'http:' || protocol === 'https:') window.location.assign(returnUrl);
}

function checkoutFor(clientSecret: string, { origin, key }: ScriptContext): EmbeddedCheckout {
  let remove: (() => void) | undefined;
  let destroyed = false;
  const assertNotDestroyed = () => {
    if (destroyed)
      throw new IntegrationError('This Embedded Checkout object has been destroyed and cannot be used any more.');
  };
  return {
    mount(location) {
      assertNotDestroyed();
      if (remove) throw new IntegrationError('This Embedded Checkout object is already mounted.');
      remove = mountFrame(elementAt(location), { origin, key, clientSecret, onComplete: leave });
    },
    unmount() {
      assertNotDestroyed();
      remove?.();
      remove = undefined;
    },
    destroy() {
      assertNotDestroyed();
      remove?.();
      destroyed = true;
      isInUse = false;
    },
  };
}

/**
 * Stripe.js loads more code at this point. A page has to cope with a visitor who closes the checkout meanwhile, so the
 * sandbox waits, too.
 */
const LOADING_MS = 100;

const loaded = () => new Promise((resolve) => setTimeout(resolve, LOADING_MS));

/** Rejects with an IntegrationError until another embedded checkout has been destroyed. */
export async function createEmbeddedCheckoutPage(
  options: EmbeddedCheckoutOptions,
  script: ScriptContext,
): Promise<EmbeddedCheckout> {
  if (isInUse) throw new IntegrationError('You cannot have multiple Embedded Checkout objects.');
  isInUse = true;
  try {
    const [secret] = await Promise.all([secretFrom(options), loaded()]);
    return checkoutFor(secret, script);
  } catch (error) {
    isInUse = false;
    throw error;
  }
}
