import { runtimeConfig } from '@course/platform';
import type { Dialog } from '@course/ui/dialog';
import type { Stripe } from '@stripe/stripe-js';
import { loadDialog } from '../flow/use-dialog.ts';

/** All that a browser needs to take a card: fetched ahead, and again by a click when that failed. */
export interface CheckoutKit {
  readonly Dialog: typeof Dialog;
  readonly CardCheckout: typeof import('./card/card-checkout.tsx').CardCheckout;
  readonly stripe: Stripe;
}

async function loadCard(): Promise<Omit<CheckoutKit, 'Dialog'>> {
  const { CardCheckout, loadPayments } = await import('./card/index.ts');
  return { CardCheckout, stripe: await loadPayments(runtimeConfig().payments) };
}

/** Throws when a part could not be had. */
export async function loadKit(): Promise<CheckoutKit> {
  const [dialog, card] = await Promise.all([loadDialog(), loadCard()]);
  return { Dialog: dialog, ...card };
}
