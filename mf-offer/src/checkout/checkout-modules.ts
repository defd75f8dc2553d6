import { prepareNotices, runtimeConfig } from '@course/platform';
import type { Dialog } from '@course/ui/dialog';
import type { Sheet } from '@course/ui/sheet';
import { loadDialog } from '../flow/prefetch.ts';
import type { CardCheckout } from './card/card-checkout.tsx';
import type { Stripe } from '@stripe/stripe-js';

/** The code that the card form needs. Prefetched when the page is idle, and retried on a click if that failed. */
export interface CheckoutModules {
  readonly Dialog: typeof Dialog;
  readonly Sheet: typeof Sheet;
  readonly CardCheckout: typeof CardCheckout;
  readonly stripe: Stripe;
}

async function loadCard(): Promise<Omit<CheckoutModules, 'Dialog'>> {
  const card = await import('./card/index.ts');
  return {
    CardCheckout: card.CardCheckout,
    Sheet: card.Sheet,
    stripe: await card.loadStripeOnce(runtimeConfig().payments),
  };
}

/** Loads all parts. Rejects if one of them cannot be loaded. */
export async function loadCheckoutModules(): Promise<CheckoutModules> {
  prepareNotices();
  const [dialog, card] = await Promise.all([loadDialog(), loadCard()]);
  return { Dialog: dialog, ...card };
}
