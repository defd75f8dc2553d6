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
   * Replaces the loaded value. Does nothing once `load` has changed or been retried, because the value then belongs to
   * something the page no longer shows. Stable until then.
   */
  readonly show: (value: Value) => void;
}

/** Loads again what is open in this browser; called when a part of the page finds that its link has ended. Stable. */
export const ReopenContext = createContext<(() => void) | null>(null);

/** Loads a value whenever `load` changes, which must be stable; loads nothing while it is null. */
export function useLoaded<Value>(load: (() => Promise<Value>) | null): UseLoaded<Value> {
  const reopen = useContext(ReopenContext);
  const [attempt, setAttempt] = useState(0);
  const [result, setResult] = useState<{
    readonly attempt: number;
    readonly load: unknown;
    readonly loaded: Loaded<Value>;
  }>();
  const latest = useRef({ load, attempt });
  useEffect(() => {
    latest.current = { load, attempt };
    let isStale = false;
    const setLoaded = (loaded: Loaded<Value>) => isStale || setResult({ attempt, load, loaded });
    load?.().then(
      (value) => setLoaded({ kind: 'loaded', value }),
      (error: unknown) => {
        if (reopen && isEnded(error) && !isStale) reopen();
        else setLoaded({ kind: 'failed', error });
      },
    );
    return () => {
      isStale = true;
    };
  }, [load, reopen, attempt]);
  return {
    loaded: result?.attempt === attempt && result.load === load ? result.loaded : { kind: 'loading' },
    tryAgain: useCallback(() => setAttempt((before) => before + 1), []),
    show: useCallback(
      (value) => {
        if (latest.current.load === load && latest.current.attempt === attempt)
          setResult({ attempt, load, loaded: { kind: 'loaded', value } });
      },
      [load, attempt],
    ),
  };
}
