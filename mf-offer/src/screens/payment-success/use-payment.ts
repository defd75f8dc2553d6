import { documentTitle } from '@course/funnel';
import { useLocation } from '@course/platform';
import { useOnceHydrated } from '@course/ui';
import { useEffect, useState } from 'react';
import {
  type CheckoutFacts,
  fetchStatus,
  type PaymentView,
  pollUntilSettled,
  type WaitEnd,
} from './checkout-status.ts';

/** The visitor may have been in their bank's app meanwhile, and timers stand still while a page sleeps. */
const waitUnless = (gone: AbortSignal) => (ms: number) =>
  new Promise<WaitEnd>((resolve) => {
    const over = new AbortController();
    const end = (how: WaitEnd): void => {
      clearTimeout(timer);
      over.abort();
      resolve(gone.aborted ? 'gone' : how);
    };
    const timer = document.hidden || ms === Infinity ? undefined : setTimeout(() => end('over'), ms);
    const { signal } = over;
    gone.addEventListener('abort', () => end('gone'), { signal });
    const onVisibility = (): void => (document.hidden ? clearTimeout(timer) : end('back'));
    document.addEventListener('visibilitychange', onVisibility, { signal });
    // Every page is shown once when it is loaded, which is no return.
    addEventListener('pageshow', ({ persisted }) => persisted && end('back'), { signal });
  });

interface Payment {
  readonly view: PaymentView;
  /** What the server told last. */
  readonly facts: CheckoutFacts;
  readonly pollAgain: () => void;
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
    const fetch = async () => {
      const report = await fetchStatus(id);
      // A poll that failed does not forget what an earlier one told.
      if (!gone.signal.aborted && report.status !== 'unreachable') learn(report.facts);
      return report.status;
    };
    show('checking');
    void pollUntilSettled({ fetch, wait: waitUnless(gone.signal), show });
    return () => gone.abort();
  }, [id, round]);
  return { view: id === null ? 'paid' : found, facts, pollAgain: () => setRound((before) => before + 1), learn };
}

/**
 * The checkout that the payment provider sent the visitor back with, or null. Null while the served HTML hydrates,
 * because that was made without an address.
 */
export function useCheckoutId(): string | null {
  const { search } = useLocation();
  return useOnceHydrated(null, () => new URLSearchParams(search).get('session_id'));
}

/** Keeps the document's title true to what the screen says by now. */
export const useTitle = (title: string): void =>
  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
