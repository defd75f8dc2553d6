import { OFFER_COPY } from '../flow/sales-copy.ts';
import { createSession, notify, send, tellLostSession as resendLostSession, track } from '@course/platform';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { keepOfferEnded, sessionNow } from '../offer/kept-choices.ts';
import type { PricesByPlan } from './changed-prices.ts';
import { type CheckoutModules, loadCheckoutModules } from './checkout-modules.ts';
import { type Checkout, checkoutReducer, type CheckoutRequest, IDLE, isHiddenFor } from './checkout.ts';
import { CheckoutRefused, createCheckout, type CreateCheckoutOutcome } from './create-checkout.ts';
import { useBackCloses } from './use-back-closes.ts';

export interface CheckoutControl {
  readonly checkout: Checkout;
  readonly open: (request: CheckoutRequest) => void;
  readonly close: () => void;
  /** Hides the card form and keeps what was typed into it. */
  readonly hide: () => void;
  /** Reports that the open checkout does not work. */
  readonly fail: (error: unknown) => void;
  /** The plan whose price differed from the one shown, until the next tap. */
  readonly repriced: string | undefined;
}

const noticeOf = (error: unknown) => (error instanceof CheckoutRefused ? OFFER_COPY[error.reason] : OFFER_COPY.failure);

/** Opens the card checkout, and notifies the visitor of a failure. `onPrices` gets changed prices; must be stable. */
export function useCheckout(onPrices: (prices: PricesByPlan) => void): CheckoutControl {
  const [checkout, dispatch] = useReducer(checkoutReducer, IDLE);
  const [repriced, setRepriced] = useState<string>();
  const isMounted = useRef(false);
  /** The number of the latest attempt. Outcomes of earlier ones are late and belong to another choice. */
  const latest = useRef(0);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const fail = useCallback((error: unknown, number = latest.current) => {
    console.warn('The checkout could not be opened:', error);
    // Kept even if the visitor has left, for when they come back.
    if (error instanceof CheckoutRefused && error.reason === 'offerEnded') keepOfferEnded();
    if (!isMounted.current || number !== latest.current) return;
    dispatch({ kind: 'failed' });
    notify({ tone: 'destructive', ...noticeOf(error) });
  }, []);

  const open = useCallback(
    (request: CheckoutRequest) => {
      const attempt = { request, session: sessionNow() };
      dispatch({ kind: 'requested', ...attempt });
      setRepriced(undefined);
      if (isHiddenFor(checkout, attempt)) return;
      track('InitiateCheckout');
      latest.current += 1;
      const number = latest.current;
      const show = ([outcome, modules]: readonly [CreateCheckoutOutcome, CheckoutModules]): void => {
        if (number !== latest.current) return;
        if (outcome.kind !== 'price-changed') return dispatch({ ...outcome, modules });
        onPrices(outcome.prices);
        setRepriced(request.plan);
        dispatch(outcome);
      };
      Promise.all([createCheckout(request, { send, createSession, resendLostSession }), loadCheckoutModules()])
        .then(show)
        .catch((error: unknown) => fail(error, number));
    },
    [checkout, fail, onPrices],
  );
  const close = useCallback(() => dispatch({ kind: 'closed' }), []);
  const hide = useCallback(() => dispatch({ kind: 'dismissed' }), []);
  useBackCloses(checkout.kind === 'open', hide);

  useEffect(() => {
    // Restored from the back/forward cache after a visit to the payment provider: the open form has been used.
    const onPageShow = (event: PageTransitionEvent) => event.persisted && close();
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, [close]);
  return { checkout, open, close, hide, fail, repriced };
}
