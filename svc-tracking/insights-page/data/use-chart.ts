import type { ChartAnswer, ChartName } from '@course/contracts';
import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { addressOf, type ChartRequest } from './chart-address.ts';
import { isClosed, messageOf } from './failure.ts';
import { fetchJson } from './fetch-json.ts';

/** Called when the session is over. */
export const OnClosed = createContext<() => void>(() => {});

export interface ChartState<C extends ChartName> {
  /** The latest answer. While another is on its way, still the one before. */
  readonly answer: ChartAnswer<C> | undefined;
  readonly isLoading: boolean;
  /** Why there is no answer. */
  readonly failure: string | undefined;
  readonly reload: () => void;
}

type Known<C extends ChartName> = Omit<ChartState<C>, 'reload'>;

/** Asks for a chart's rows, and again whenever the request changes; `undefined` asks for nothing yet. */
export const useChart = <C extends ChartName>(request: ChartRequest<C> | undefined): ChartState<C> => {
  const [known, setKnown] = useState<Known<C>>({ answer: undefined, isLoading: true, failure: undefined });
  const [turn, setTurn] = useState(0);
  const onClosed = useContext(OnClosed);
  const address = request && addressOf(request);
  useEffect(() => {
    if (address === undefined) return undefined;
    const giveUp = new AbortController();
    setKnown(({ answer }) => ({ answer, isLoading: true, failure: undefined }));
    fetchJson(address, giveUp.signal).then(
      (answer) => setKnown({ answer: answer as ChartAnswer<C>, isLoading: false, failure: undefined }),
      (error: unknown) => {
        if (giveUp.signal.aborted) return;
        if (isClosed(error)) onClosed();
        setKnown({ answer: undefined, isLoading: false, failure: messageOf(error) });
      },
    );
    return () => giveUp.abort();
  }, [address, turn, onClosed]);
  return { ...known, reload: useCallback(() => setTurn((count) => count + 1), []) };
};
