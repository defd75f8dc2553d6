import { useEffect, useState } from 'react';
import { lookUntilSettled, type PaymentView } from './look-again.ts';
import { lookAtCheckout } from './look-at-checkout.ts';

const waitUnless = (gone: AbortSignal) => (ms: number) =>
  new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(!gone.aborted), ms);
    gone.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });

/** Follows the checkout with this id. Without an id there is nothing to follow: the screen is the specified one. */
export function usePayment(id: string | null): { view: PaymentView; lookAgain: () => void } {
  const [found, setFound] = useState<PaymentView>('checking');
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (id === null) return;
    const gone = new AbortController();
    const show = (view: PaymentView) => {
      if (!gone.signal.aborted) setFound(view);
    };
    show('checking');
    void lookUntilSettled({ look: () => lookAtCheckout(id), wait: waitUnless(gone.signal), show });
    return () => gone.abort();
  }, [id, round]);
  return { view: id === null ? 'paid' : found, lookAgain: () => setRound((before) => before + 1) };
}
