import type { CreateCheckout } from '@course/contracts';
import type { CheckoutModules } from './checkout-modules.ts';

/** What the visitor asked to buy: the body of the checkout call. */
export type CheckoutRequest = CreateCheckout;

interface Form {
  readonly request: CheckoutRequest;
  readonly clientSecret: string;
  readonly kit: CheckoutModules;
}

export type Checkout =
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading'; readonly request: CheckoutRequest }
  /** This visitor has paid before: they are asked whether they want to buy again. */
  | { readonly phase: 'confirming'; readonly request: CheckoutRequest; readonly kit: CheckoutModules }
  | (Form & { readonly phase: 'open' })
  /** Out of sight, with all that was typed into it, until the same is asked for again. */
  | (Form & { readonly phase: 'aside' });

export type CheckoutEvent =
  | { readonly type: 'asked'; readonly request: CheckoutRequest }
  | { readonly type: 'created'; readonly clientSecret: string; readonly kit: CheckoutModules }
  | { readonly type: 'already-paid'; readonly kit: CheckoutModules }
  | { readonly type: 'put-aside' }
  /** The price is another one than the page showed: the visitor sees it, and taps again or does not. */
  | { readonly type: 'price-changed' }
  | { readonly type: 'failed' }
  | { readonly type: 'closed' };

export const IDLE: Checkout = { phase: 'idle' };

/** An event that does not fit the phase changes nothing: a late answer cannot open a checkout that nobody waits for. */
export function checkoutReducer(checkout: Checkout, event: CheckoutEvent): Checkout {
  switch (event.type) {
    case 'asked':
      if (isAsideFor(checkout, event.request)) return { ...checkout, phase: 'open' };
      return checkout.phase === 'loading' || checkout.phase === 'open'
        ? checkout
        : { phase: 'loading', request: event.request };
    case 'created':
      return checkout.phase === 'loading'
        ? { ...checkout, phase: 'open', clientSecret: event.clientSecret, kit: event.kit }
        : checkout;
    case 'put-aside':
      return checkout.phase === 'open' ? { ...checkout, phase: 'aside' } : checkout;
    case 'already-paid':
      return checkout.phase === 'loading'
        ? { phase: 'confirming', request: checkout.request, kit: event.kit }
        : checkout;
    case 'price-changed':
    case 'failed':
    case 'closed':
      return IDLE;
    default:
      return event satisfies never;
  }
}

/** What a request asks for, without when it was asked and whether a second purchase was confirmed. */
const choiceOf = (request: CheckoutRequest): string =>
  JSON.stringify({ ...request, termsAcceptedAt: undefined, again: undefined });

/** True when the form that was put aside is for just this: it is shown again, and the server is not asked. */
export const isAsideFor = (
  checkout: Checkout,
  request: CheckoutRequest,
): checkout is Extract<Checkout, { phase: 'aside' }> =>
  checkout.phase === 'aside' && choiceOf(checkout.request) === choiceOf(request);

/** The checkout button is disabled and says so from the click until the modal is left or the checkout has failed. */
export const isBusy = (checkout: Checkout): boolean => checkout.phase !== 'idle' && checkout.phase !== 'aside';
