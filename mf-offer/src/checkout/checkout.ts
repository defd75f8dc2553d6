import type { CreateCheckout } from '@course/contracts';
import type { CheckoutKit } from './kit.ts';

/** What the visitor asked to buy: the body of the checkout call. */
export type CheckoutRequest = CreateCheckout;

export type Checkout =
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading'; readonly request: CheckoutRequest }
  /** This visitor has paid before: they are asked whether they want to buy again. */
  | { readonly phase: 'confirming'; readonly request: CheckoutRequest; readonly kit: CheckoutKit }
  | { readonly phase: 'open'; readonly clientSecret: string; readonly kit: CheckoutKit };

export type CheckoutEvent =
  | { readonly type: 'asked'; readonly request: CheckoutRequest }
  | { readonly type: 'created'; readonly clientSecret: string; readonly kit: CheckoutKit }
  | { readonly type: 'already-paid'; readonly kit: CheckoutKit }
  /** The price is another one than the page showed: the visitor sees it, and taps again or does not. */
  | { readonly type: 'price-changed' }
  | { readonly type: 'failed' }
  | { readonly type: 'closed' };

export const IDLE: Checkout = { phase: 'idle' };

/** An event that does not fit the phase changes nothing: a late answer cannot open a checkout that nobody waits for. */
export function checkoutReducer(checkout: Checkout, event: CheckoutEvent): Checkout {
  switch (event.type) {
    case 'asked':
      return checkout.phase === 'idle' || checkout.phase === 'confirming' ? { phase: 'loading', request: event.request } : checkout;
    case 'created':
      return checkout.phase === 'loading' ? { phase: 'open', clientSecret: event.clientSecret, kit: event.kit } : checkout;
    case 'already-paid':
      return checkout.phase === 'loading' ? { phase: 'confirming', request: checkout.request, kit: event.kit } : checkout;
    case 'price-changed':
    case 'failed':
    case 'closed':
      return IDLE;
    default:
      return event satisfies never;
  }
}

/** The checkout button is disabled and says so from the click until the modal is closed or the checkout has failed. */
export const isBusy = (checkout: Checkout): boolean => checkout.phase !== 'idle';
