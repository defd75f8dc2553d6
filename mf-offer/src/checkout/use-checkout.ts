import { OFFER_COPY } from '../flow/sales-copy.ts';
import { createSession, notify, send, tellLostSession, track } from '@course/platform';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { sessionNow } from '../offer/kept-choices.ts';
import type { PricesByPlan } from './changed-prices.ts';
import { type CheckoutModules, loadCheckoutModules } from './checkout-modules.ts';
import { type Checkout, checkoutReducer, type CheckoutRequest, IDLE, isAsideFor } from './checkout.ts';
import { CheckoutRefused, createCheckout, type CreatedOrNot } from './create-checkout.ts';

export interface CheckoutControl {
  readonly checkout: Checkout;
  readonly open: (request: CheckoutRequest) => void;
  readonly close: () => void;
  /** Puts the card form out of sight and keeps it. */
  readonly putAside: () => void;
  /** The checkout that is open turned out not to work. */
  readonly fail: (error: unknown) => void;
  /** The server refused the discount: it is over, whatever this device's clock says. */
  readonly offerEnded: boolean;
  /** The plan whose price turned out to be another one than was shown, until the next tap. */
  readonly repriced: string | undefined;
}

const noticeOf = (error: unknown) =>
  error instanceof CheckoutRefused ? OFFER_COPY[error.because] : OFFER_COPY.failure;

/** Opens the card checkout, and tells the visitor when that fails. `onPrices` must be stable: it gets what plans cost now. */
export function useCheckout(onPrices: (prices: PricesByPlan) => void): CheckoutControl {
  const [checkout, dispatch] = useReducer(checkoutReducer, IDLE);
  const [offerEnded, setOfferEnded] = useState(false);
  const [repriced, setRepriced] = useState<string>();
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const fail = useCallback((error: unknown) => {
    console.warn('The checkout could not be opened:', error);
    if (!here.current) return;
    dispatch({ kind: 'failed' });
    if (error instanceof CheckoutRefused && error.because === 'offerEnded') setOfferEnded(true);
    notify({ tone: 'destructive', ...noticeOf(error) });
  }, []);

  const open = useCallback(
    (request: CheckoutRequest) => {
      const asked = { request, session: sessionNow() };
      dispatch({ kind: 'asked', ...asked });
      setRepriced(undefined);
      if (isAsideFor(checkout, asked)) return;
      track('InitiateCheckout');
      const settle = ([outcome, modules]: readonly [CreatedOrNot, CheckoutModules]): void => {
        if (outcome.kind !== 'price-changed') return dispatch({ ...outcome, modules });
        onPrices(outcome.prices);
        setRepriced(request.plan);
        dispatch(outcome);
      };
      Promise.all([createCheckout(request, { send, createSession, tellLostSession }), loadCheckoutModules()])
        .then(settle)
        .catch(fail);
    },
    [checkout, fail, onPrices],
  );
  const close = useCallback(() => dispatch({ kind: 'closed' }), []);
  const putAside = useCallback(() => dispatch({ kind: 'put-aside' }), []);
  useBackCloses(checkout.kind === 'open', putAside);

  useEffect(() => {
    // Back from the payment provider: the form on show has done its work.
    const comeBack = (event: PageTransitionEvent) => event.persisted && close();
    addEventListener('pageshow', comeBack);
    return () => removeEventListener('pageshow', comeBack);
  }, [close]);
  return { checkout, open, close, putAside, fail, offerEnded, repriced };
}

const isOurs = (state: unknown): boolean => typeof state === 'object' && state !== null && 'sheet' in state;

/** While `open`, the browser's Back calls `onBack` instead of leaving the page: the sheet has a history entry of its own. */
function useBackCloses(open: boolean, onBack: () => void): void {
  const back = useRef(onBack);
  useEffect(() => {
    back.current = onBack;
  }, [onBack]);
  useEffect(() => {
    if (!open) return;
    const pop = () => back.current();
    history.pushState({ ...(history.state as object | null), sheet: true }, '');
    addEventListener('popstate', pop);
    return () => {
      removeEventListener('popstate', pop);
      // Put aside by other means than Back: its entry goes, too.
      if (isOurs(history.state)) history.back();
    };
  }, [open]);
}
