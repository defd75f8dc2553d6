import { send } from '@course/platform';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isRefused, isRateLimited } from './calls.ts';
import { onNewToken, takeToken } from './link-token.ts';

/** `unreachable`: the link could not be looked up; `unknown`: it is none of ours, or was cut short. */
export type Stand<View> =
  | { readonly kind: 'opening' | 'no-link' | 'unknown' }
  | { readonly kind: 'unreachable'; readonly busy: boolean }
  | { readonly kind: 'shown'; readonly view: View };

/** Where an order is looked at and where it is acted on: both take the link's token in a body and return the same view. */
export interface LinkedCalls {
  readonly look: `/api/${string}`;
  readonly act: `/api/${string}`;
}

export interface LinkedOrder<View> {
  readonly stand: Stand<View>;
  readonly isBusy: boolean;
  /** The press that failed. */
  readonly problem: 'failed' | 'rateLimited' | null;
  readonly tryAgain: () => void;
  /** Acts on the order; however often, it happens once. Resolves to whether it was answered. */
  readonly act: () => Promise<boolean>;
}

/** Looks at the order of the link that led here, and acts on it. The link's token stays in this page's memory. `calls` is stable. */
export function useLinkedOrder<View>(calls: LinkedCalls): LinkedOrder<View> {
  const token = useRef<string | null>(null);
  const [stand, setStand] = useState<Stand<View>>({ kind: 'opening' });
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<LinkedOrder<View>['problem']>(null);
  const look = useCallback(async () => {
    token.current = takeToken() ?? token.current;
    const asked = token.current;
    if (asked === null) return setStand({ kind: 'no-link' });
    setStand({ kind: 'opening' });
    setProblem(null);
    const found = await send('POST', calls.look, { token: asked }).then(
      (view): Stand<View> => ({ kind: 'shown', view: view as View }),
      (error: unknown): Stand<View> =>
        isRefused(error) ? { kind: 'unknown' } : { kind: 'unreachable', busy: isRateLimited(error) },
    );
    if (asked === token.current) setStand(found);
  }, [calls]);
  useEffect(() => {
    void look();
    return onNewToken(() => void look());
  }, [look]);
  const act = async (): Promise<boolean> => {
    if (isBusy || token.current === null) return false;
    setBusy(true);
    setProblem(null);
    try {
      setStand({ kind: 'shown', view: (await send('POST', calls.act, { token: token.current })) as View });
      return true;
    } catch (error) {
      if (isRefused(error)) setStand({ kind: 'unknown' });
      else setProblem(isRateLimited(error) ? 'rateLimited' : 'failed');
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { stand, isBusy, problem, tryAgain: () => void look(), act };
}
