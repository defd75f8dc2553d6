import type { CreateCheckout } from '@course/contracts';
import type { CheckoutModules } from './checkout-modules.ts';

/** What the visitor asked to buy: the body of the checkout call. */
export type CheckoutRequest = CreateCheckout;

/** Who asks for what. */
interface Asked {
  readonly request: CheckoutRequest;
  /** The visitor's session id; null before there is one. */
  readonly session: string | null;
}

interface Form extends Asked {
  readonly clientSecret: string;
  readonly modules: CheckoutModules;
}

export type Checkout =
  | { readonly kind: 'idle' }
  | (Asked & { readonly kind: 'loading' })
  /** This visitor has paid before: they are asked whether they want to buy again. */
  | (Asked & { readonly kind: 'confirming'; readonly modules: CheckoutModules })
  | (Form & { readonly kind: 'open' })
  /** Out of sight, with all that was typed into it, until the same is asked for again. */
  | (Form & { readonly kind: 'aside' });

export type CheckoutEvent =
  | (Asked & { readonly kind: 'asked' })
  | { readonly kind: 'created'; readonly clientSecret: string; readonly modules: CheckoutModules }
  | { readonly kind: 'already-paid'; readonly modules: CheckoutModules }
  | { readonly kind: 'put-aside' }
  /** The price is another one than the page showed: the visitor sees it, and taps again or does not. */
  | { readonly kind: 'price-changed' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'closed' };

export const IDLE: Checkout = { kind: 'idle' };

/** An event that does not fit the kind changes nothing: a late answer cannot open a checkout that nobody waits for. */
export function checkoutReducer(checkout: Checkout, event: CheckoutEvent): Checkout {
  switch (event.kind) {
    case 'asked':
      if (isAsideFor(checkout, event)) return { ...checkout, kind: 'open' };
      return checkout.kind === 'loading' || checkout.kind === 'open'
        ? checkout
        : { kind: 'loading', request: event.request, session: event.session };
    case 'created':
      return checkout.kind === 'loading'
        ? { ...checkout, kind: 'open', clientSecret: event.clientSecret, modules: event.modules }
        : checkout;
    case 'put-aside':
      return checkout.kind === 'open' ? { ...checkout, kind: 'aside' } : checkout;
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

/** Who asks for what, without when it was asked and whether a second purchase was confirmed. */
const choiceOf = ({ request, session }: Asked): string =>
  JSON.stringify([session, { ...request, termsAcceptedAt: undefined, askedToBeginAt: undefined, again: undefined }]);

/** True when the form that was put aside is for just this: it is shown again, and the server is not asked. */
export const isAsideFor = (checkout: Checkout, asked: Asked): checkout is Extract<Checkout, { kind: 'aside' }> =>
  checkout.kind === 'aside' && choiceOf(checkout) === choiceOf(asked);

/** The checkout button is disabled and says so from the click until the modal is left or the checkout has failed. */
export const isBusy = (checkout: Checkout): boolean => checkout.kind !== 'idle' && checkout.kind !== 'aside';
