import type { CreateCheckout } from '@course/contracts';
import type { CheckoutModules } from './checkout-modules.ts';

/** The body of the checkout call. */
export type CheckoutRequest = CreateCheckout;

/** A request, and the session that it is made in. */
interface Attempt {
  readonly request: CheckoutRequest;
  /** The visitor's session id; null before there is one. */
  readonly session: string | null;
}

interface CardForm extends Attempt {
  readonly clientSecret: string;
  readonly modules: CheckoutModules;
}

export type Checkout =
  | { readonly kind: 'idle' }
  | (Attempt & { readonly kind: 'loading' })
  /** The visitor has already paid and is asked to confirm a second purchase. */
  | (Attempt & { readonly kind: 'confirming'; readonly modules: CheckoutModules })
  | (CardForm & { readonly kind: 'open' })
  /** Hidden with everything typed into it, until the same choice is requested again. */
  | (CardForm & { readonly kind: 'hidden' });

export type CheckoutEvent =
  | (Attempt & { readonly kind: 'requested' })
  | { readonly kind: 'created'; readonly clientSecret: string; readonly modules: CheckoutModules }
  | { readonly kind: 'already-paid'; readonly modules: CheckoutModules }
  | { readonly kind: 'dismissed' }
  /** The price differs from the one shown: the page shows the new one, and the visitor has to tap again. */
  | { readonly kind: 'price-changed' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'closed' };

export const IDLE: Checkout = { kind: 'idle' };

/** Ignores events that do not fit the current state: a late response cannot open a checkout that was closed. */
export function checkoutReducer(checkout: Checkout, event: CheckoutEvent): Checkout {
  switch (event.kind) {
    case 'requested':
      if (isHiddenFor(checkout, event)) return { ...checkout, kind: 'open' };
      return checkout.kind === 'loading' || checkout.kind === 'open'
        ? checkout
        : { kind: 'loading', request: event.request, session: event.session };
    case 'created':
      return checkout.kind === 'loading'
        ? { ...checkout, kind: 'open', clientSecret: event.clientSecret, modules: event.modules }
        : checkout;
    case 'dismissed':
      return checkout.kind === 'open' ? { ...checkout, kind: 'hidden' } : checkout;
    case 'already-paid':
      return checkout.kind === 'loading' ? { ...checkout, kind: 'confirming', modules: event.modules } : checkout;
    case 'price-changed':
    case 'failed':
    case 'closed':
      return IDLE;
    default:
      return event satisfies never;
  }
}

/** Identifies an attempt by its choice, regardless of times and of the confirmation of a second purchase. */
const choiceOf = ({ request, session }: Attempt): string =>
  JSON.stringify([session, { ...request, termsAcceptedAt: undefined, askedToBeginAt: undefined, again: undefined }]);

/** Returns true if the form that was hidden is for the same choice and can be shown again without a request. */
export const isHiddenFor = (checkout: Checkout, attempt: Attempt): checkout is Extract<Checkout, { kind: 'hidden' }> =>
  checkout.kind === 'hidden' && choiceOf(checkout) === choiceOf(attempt);

/** Returns true while the button is disabled: from the click until the modal is left or the checkout has failed. */
export const isBusy = (checkout: Checkout): boolean => checkout.kind !== 'idle' && checkout.kind !== 'hidden';
