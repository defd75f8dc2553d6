import { useEffect, useState } from 'react';
import { lookUntilSettled, type PaymentView } from './look-again.ts';
import { lookAtCheckout, type CheckoutFacts } from './look-at-checkout.ts';

const waitUnless = (gone: AbortSignal) => (ms: number) =>
  new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(!gone.aborted), ms);
    gone.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });

export interface Payment {
  readonly view: PaymentView;
  /** What the server told last. */
  readonly facts: CheckoutFacts;
  readonly lookAgain: () => void;
  /** The server told something new in answer to another call. */
  readonly learn: (facts: CheckoutFacts) => void;
}

/** Follows the checkout with this id. Without an id there is nothing to follow: the screen is the specified one. */
export function usePayment(id: string | null): Payment {
  const [found, setFound] = useState<PaymentView>('checking');
  const [facts, learn] = useState<CheckoutFacts>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (id === null) return;
    const gone = new AbortController();
    const show = (view: PaymentView) => {
      if (!gone.signal.aborted) setFound(view);
    };
    const look = async () => {
      const seen = await lookAtCheckout(id);
      // A look that failed does not forget what an earlier one told.
      if (!gone.signal.aborted && seen.look !== 'unreachable') learn(seen.facts);
      return seen.look;
    };
    show('checking');
    void lookUntilSettled({ look, wait: waitUnless(gone.signal), show });
    return () => gone.abort();
  }, [id, round]);
  return { view: id === null ? 'paid' : found, facts, lookAgain: () => setRound((before) => before + 1), learn };
}
