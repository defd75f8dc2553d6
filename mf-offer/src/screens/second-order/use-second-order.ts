import type { SecondOrderView } from '@course/contracts';
import { send } from '@course/platform';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isRefused, isTooMany } from '../../course-access/calls.ts';
import { onNewToken, takeToken } from '../../course-access/link-token.ts';

/** `unreachable`: the link could not be looked up; `unknown`: it is none of ours, or was cut short. */
export type Stand =
  | { readonly kind: 'opening' | 'no-link' | 'unknown' }
  | { readonly kind: 'unreachable'; readonly busy: boolean }
  | { readonly kind: 'shown'; readonly view: SecondOrderView };

export interface SecondOrder {
  readonly stand: Stand;
  readonly isBusy: boolean;
  /** The press that failed. */
  readonly problem: 'failed' | 'busy' | null;
  readonly tryAgain: () => void;
  /** Undoes the order; however often, it is undone once. Resolves to whether it was answered. */
  readonly undo: () => Promise<boolean>;
}

const standAfter = (error: unknown): Stand =>
  isRefused(error) ? { kind: 'unknown' } : { kind: 'unreachable', busy: isTooMany(error) };

/** Looks at the order of the link that led here, and undoes it. The link's token stays in this page's memory. */
export function useSecondOrder(): SecondOrder {
  const token = useRef<string | null>(null);
  const [stand, setStand] = useState<Stand>({ kind: 'opening' });
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SecondOrder['problem']>(null);
  const look = useCallback(async () => {
    token.current = takeToken() ?? token.current;
    const asked = token.current;
    if (asked === null) return setStand({ kind: 'no-link' });
    setStand({ kind: 'opening' });
    setProblem(null);
    const found = await send('POST', '/api/second-order', { token: asked }).then(
      (view): Stand => ({ kind: 'shown', view: view as SecondOrderView }),
      standAfter,
    );
    if (asked === token.current) setStand(found);
  }, []);
  useEffect(() => {
    void look();
    return onNewToken(() => void look());
  }, [look]);
  const undo = async (): Promise<boolean> => {
    if (isBusy || token.current === null) return false;
    setBusy(true);
    setProblem(null);
    try {
      setStand({
        kind: 'shown',
        view: (await send('POST', '/api/second-order/undo', { token: token.current })) as SecondOrderView,
      });
      return true;
    } catch (error) {
      if (isRefused(error)) setStand({ kind: 'unknown' });
      else setProblem(isTooMany(error) ? 'busy' : 'failed');
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { stand, isBusy, problem, tryAgain: () => void look(), undo };
}
