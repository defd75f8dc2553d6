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

/**
 * Returns a `wait` that also ends when the visitor comes back to the page: they may have been in their bank's app, and
 * timers stop while a page is suspended.
 */
const waitUntilAborted = (left: AbortSignal) => (ms: number) =>
  new Promise<WaitEnd>((resolve) => {
    const listeners = new AbortController();
    const end = (reason: WaitEnd): void => {
      clearTimeout(timer);
      listeners.abort();
      resolve(left.aborted ? 'gone' : reason);
    };
    const timer = document.hidden || ms === Infinity ? undefined : setTimeout(() => end('over'), ms);
    const { signal } = listeners;
    left.addEventListener('abort', () => end('gone'), { signal });
    const onVisibility = (): void => (document.hidden ? clearTimeout(timer) : end('back'));
    document.addEventListener('visibilitychange', onVisibility, { signal });
    // `pageshow` also fires on the initial load, which is not a return.
    addEventListener('pageshow', ({ persisted }) => persisted && end('back'), { signal });
  });

interface Payment {
  readonly view: PaymentView;
  /** The latest details from the server. */
  readonly facts: CheckoutFacts;
  readonly pollAgain: () => void;
  /** Replaces the details with those from another call's response. */
  readonly setFacts: (facts: CheckoutFacts) => void;
}

/** Polls the checkout with this id. Without an id, the view is `paid`, as the specification demands. */
export function usePayment(id: string | null): Payment {
  const [polledView, setPolledView] = useState<PaymentView>('checking');
  const [facts, setFacts] = useState<CheckoutFacts>({});
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (id === null) return;
    const left = new AbortController();
    const show = (view: PaymentView) => {
      if (!left.signal.aborted) setPolledView(view);
    };
    const fetch = async () => {
      const report = await fetchStatus(id);
      // A failed poll does not discard the details of an earlier one.
      if (!left.signal.aborted && report.status !== 'unreachable') setFacts(report.facts);
      return report.status;
    };
    show('checking');
    void pollUntilSettled({ fetch, wait: waitUntilAborted(left.signal), show });
    return () => left.abort();
  }, [id, attempt]);
  return {
    view: id === null ? 'paid' : polledView,
    facts,
    pollAgain: () => setAttempt((before) => before + 1),
    setFacts,
  };
}

/**
 * Returns the checkout id with which the payment provider sent the visitor back, or null. Null during hydration,
 * because the HTML was prerendered without an address.
 */
export function useCheckoutId(): string | null {
  const { search } = useLocation();
  return useOnceHydrated(null, () => new URLSearchParams(search).get('session_id'));
}
