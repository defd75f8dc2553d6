import type { ChartAnswer, ChartName } from '@course/contracts';
import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { addressOf, type ChartRequest } from './chart-address.ts';
import { fetchJson, isClosed, messageOf } from './fetch-json.ts';

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

interface Known<C extends ChartName> {
  /** What was asked, and in which turn. */
  readonly asked?: string;
  readonly answer?: ChartAnswer<C>;
  readonly failure?: string;
}

/** Asks for a chart's rows, and again whenever the request changes; `undefined` asks for nothing yet. */
export const useChart = <C extends ChartName>(request: ChartRequest<C> | undefined): ChartState<C> => {
  const [known, setKnown] = useState<Known<C>>({});
  const [turn, setTurn] = useState(0);
  const onClosed = useContext(OnClosed);
  const address = request && addressOf(request);
  const asked = address && `${turn} ${address}`;
  useEffect(() => {
    if (asked === undefined || address === undefined) return undefined;
    const giveUp = new AbortController();
    fetchJson(address, giveUp.signal).then(
      (answer) => setKnown({ asked, answer: answer as ChartAnswer<C> }),
      (error: unknown) => {
        if (giveUp.signal.aborted) return;
        if (isClosed(error)) onClosed();
        setKnown({ asked, failure: messageOf(error) });
      },
    );
    return () => giveUp.abort();
  }, [asked, address, onClosed]);
  const isLoading = known.asked === undefined || (asked !== undefined && asked !== known.asked);
  return {
    answer: known.answer,
    isLoading,
    failure: isLoading ? undefined : known.failure,
    reload: useCallback(() => setTurn((count) => count + 1), []),
  };
};
