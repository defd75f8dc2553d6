import { HttpError } from '@course/platform';
import { useEffect, useState } from 'react';

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

const isGone = (error: unknown): boolean => error instanceof HttpError && [400, 401, 404].includes(error.status);

/** Loads a value whenever `load`, which is stable, changes. */
export function useLoaded<Value>(load: () => Promise<Value>): UseLoaded<Value> {
  const [round, setRound] = useState(0);
  const [found, setFound] = useState<{
    readonly round: number;
    readonly of: unknown;
    readonly loaded: Loaded<Value>;
  }>();
  useEffect(() => {
    let isLeft = false;
    const show = (loaded: Loaded<Value>) => isLeft || setFound({ round, of: load, loaded });
    load().then(
      (value) => show({ kind: 'loaded', value }),
      (error: unknown) => show({ kind: isGone(error) ? 'gone' : 'failed' }),
    );
    return () => {
      isLeft = true;
    };
  }, [load, round]);
  return {
    loaded: found?.round === round && found.of === load ? found.loaded : { kind: 'loading' },
    tryAgain: () => setRound((before) => before + 1),
  };
}
