import type { ChartAnswer, ChartName } from '@course/contracts';
import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { addressOf, type ChartRequest, type Extra } from './chart-address.ts';
import { fetchJson, isClosed, messageOf } from './fetch-json.ts';

/** Called when the session is over. */
export const OnClosed = createContext<() => void>(() => {});

interface Answered<C extends ChartName, Q extends Extra> extends ChartAnswer<C> {
  /** What it was asked with. */
  readonly query: Q;
}

export interface ChartState<C extends ChartName, Q extends Extra = Extra> {
  /** The latest answer: while another is on its way still the one before, and so after a failure to ask the same again. */
  readonly answer: Answered<C, Q> | undefined;
  readonly isLoading: boolean;
  /** Why this was not answered the last time. */
  readonly failure: string | undefined;
  readonly reload: () => void;
}

/** Later than the service and everything before it give up. */
const ANSWER_MAX_MS = 30_000;

interface Known<C extends ChartName, Q extends Extra> {
  /** What was asked, and in which turn. */
  readonly asked?: string;
  readonly address?: string;
  readonly answer?: Answered<C, Q> | undefined;
  readonly failure?: string;
}

/** Asks for a chart's rows, and again whenever the request changes; `undefined` asks for nothing yet. */
export const useChart = <C extends ChartName, Q extends Extra = Extra>(
  request: ChartRequest<C, Q> | undefined,
): ChartState<C, Q> => {
  const [known, setKnown] = useState<Known<C, Q>>({});
  const [turn, setTurn] = useState(0);
  const onClosed = useContext(OnClosed);
  const address = request && addressOf(request);
  const asked = address && `${turn} ${address}`;
  // As text, because a request is a new object in every render.
  const query = request && JSON.stringify(request.query);
  useEffect(() => {
    if (asked === undefined || address === undefined || query === undefined) return undefined;
    let isWanted = true;
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), ANSWER_MAX_MS);
    fetchJson(address, giveUp.signal).then(
      (body) => {
        const answer = { ...(body as ChartAnswer<C>), query: JSON.parse(query) as Q };
        setKnown({ asked, address, answer });
      },
      (error: unknown) => {
        if (!isWanted) return;
        if (isClosed(error)) onClosed();
        const failure = messageOf(error);
        setKnown(({ address: earlier, answer }) => ({
          asked,
          address,
          failure,
          answer: earlier === address ? answer : undefined,
        }));
      },
    );
    return () => {
      isWanted = false;
      clearTimeout(timer);
      giveUp.abort();
    };
  }, [asked, address, query, onClosed]);
  const isLoading = known.asked === undefined || (asked !== undefined && asked !== known.asked);
  return {
    answer: known.answer,
    isLoading,
    failure: known.address === address ? known.failure : undefined,
    reload: useCallback(() => setTurn((count) => count + 1), []),
  };
};
