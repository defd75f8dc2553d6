import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { isEnded } from './calls.ts';

export type Loaded<Value> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'loaded'; readonly value: Value };

export interface UseLoaded<Value> {
  readonly loaded: Loaded<Value>;
  /** Stable. */
  readonly tryAgain: () => void;
  /**
   * Replaces what was loaded. Does nothing once `load` has changed or was tried again: what a press asked for before that
   * is of what the page no longer shows. Stable until then.
   */
  readonly show: (value: Value) => void;
}

/** Asks anew what is open in this browser, for a part of the page whose call found that its link has ended. Stable. */
export const Reopen = createContext<(() => void) | null>(null);

/** Loads a value whenever `load`, which is stable, changes; nothing while it is null. */
export function useLoaded<Value>(load: (() => Promise<Value>) | null): UseLoaded<Value> {
  const reopen = useContext(Reopen);
  const [round, setRound] = useState(0);
  const [found, setFound] = useState<{
    readonly round: number;
    readonly of: unknown;
    readonly loaded: Loaded<Value>;
  }>();
  const newest = useRef({ load, round });
  useEffect(() => {
    newest.current = { load, round };
    let isLeft = false;
    const find = (loaded: Loaded<Value>) => isLeft || setFound({ round, of: load, loaded });
    load?.().then(
      (value) => find({ kind: 'loaded', value }),
      (error: unknown) => {
        if (reopen && isEnded(error) && !isLeft) reopen();
        else find({ kind: 'failed', error });
      },
    );
    return () => {
      isLeft = true;
    };
  }, [load, reopen, round]);
  return {
    loaded: found?.round === round && found.of === load ? found.loaded : { kind: 'loading' },
    tryAgain: useCallback(() => setRound((before) => before + 1), []),
    show: useCallback(
      (value) => {
        if (newest.current.load === load && newest.current.round === round)
          setFound({ round, of: load, loaded: { kind: 'loaded', value } });
      },
      [load, round],
    ),
  };
}
