import { IntegrationError } from './errors.ts';
import { mountFrame } from './frame.ts';

export interface EmbeddedCheckoutOptions {
  clientSecret?: string;
  fetchClientSecret?: () => Promise<string>;
  onComplete?: () => void;
}

export interface EmbeddedCheckout {
  mount(location: string | Element): void;
  unmount(): void;
  destroy(): void;
}

interface Setting {
  origin: string;
  key: string;
}

/** Stripe.js allows one embedded checkout a page, however many Stripe objects there are. */
let occupied = false;

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

function checkoutFor(clientSecret: string, { origin, key }: Setting, onComplete?: () => void): EmbeddedCheckout {
  let remove: (() => void) | undefined;
  let destroyed = false;
  const alive = () => {
    if (destroyed)
      throw new IntegrationError('This Embedded Checkout object has been destroyed and cannot be used any more.');
  };
  const complete = (returnUrl: string | undefined) => (returnUrl === undefined ? onComplete?.() : leave(returnUrl));
  return {
    mount(location) {
      alive();
      if (remove) throw new IntegrationError('This Embedded Checkout object is already mounted.');
      remove = mountFrame(elementAt(location), { origin, key, clientSecret, onComplete: complete });
    },
    unmount() {
      alive();
      remove?.();
      remove = undefined;
    },
    destroy() {
      alive();
      remove?.();
      destroyed = true;
      occupied = false;
    },
  };
}

/**
 * Stripe.js fetches the rest of its code at this point (ms). A page has to survive that a visitor closes the checkout
 * meanwhile, so the sandbox does not answer at once either.
 */
const LOADING = 100;

const loaded = () => new Promise((resolve) => setTimeout(resolve, LOADING));

/** Rejects with an IntegrationError while another embedded checkout has not been destroyed. */
export async function createEmbeddedCheckoutPage(
  options: EmbeddedCheckoutOptions,
  setting: Setting,
): Promise<EmbeddedCheckout> {
  if (occupied) throw new IntegrationError('You cannot have multiple Embedded Checkout objects.');
  occupied = true;
  try {
    const [secret] = await Promise.all([secretFrom(options), loaded()]);
    return checkoutFor(secret, setting, options.onComplete);
  } catch (error) {
    occupied = false;
    throw error;
  }
}
