import { HttpError } from '@course/platform';
import { createContext, useContext, useEffect, useState } from 'react';
import { isEnded } from './calls.ts';

/** `gone`: the server has it no longer, or not for this reader. */
export type Loaded<Value> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'loaded'; readonly value: Value };

export interface UseLoaded<Value> {
  readonly loaded: Loaded<Value>;
  readonly tryAgain: () => void;
}

/** Asks anew what is open in this browser, for a part of the page whose call found that its link has ended. Stable. */
export const Reopen = createContext<(() => void) | null>(null);

const isGone = (error: unknown): boolean => error instanceof HttpError && [400, 404].includes(error.status);

/** Loads a value whenever `load`, which is stable, changes. */
export function useLoaded<Value>(load: () => Promise<Value>): UseLoaded<Value> {
  const reopen = useContext(Reopen);
  const [round, setRound] = useState(0);
  const [found, setFound] = useState<{
    readonly round: number;
    readonly of: unknown;
    readonly loaded: Loaded<Value>;
  }>();
  useEffect(() => {
    let isLeft = false;
    const show = (loaded: Loaded<Value>) => setFound({ round, of: load, loaded });
    load().then(
      (value) => isLeft || show({ kind: 'loaded', value }),
      (error: unknown) => {
        if (isLeft) return;
        if (reopen && isEnded(error)) reopen();
        else show({ kind: isGone(error) ? 'gone' : 'failed' });
      },
    );
    return () => {
      isLeft = true;
    };
  }, [load, reopen, round]);
  return {
    loaded: found?.round === round && found.of === load ? found.loaded : { kind: 'loading' },
    tryAgain: () => setRound((before) => before + 1),
  };
}
