import type { ChartAnswer, ChartName } from '@course/contracts';
import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { addressOf, type ChartRequest, type Extra } from './chart-address.ts';
import { fetchJson, isClosed, messageOf } from './fetch-json.ts';

/** Called when the session has ended. */
export const OnClosed = createContext<() => void>(() => {});

interface Answered<C extends ChartName, Q extends Extra> extends ChartAnswer<C> {
  /** The query that it answers. */
  readonly query: Q;
}

export interface ChartState<C extends ChartName, Q extends Extra = Extra> {
  /** The latest answer: the previous one while another is loading, or after a failure to reload the same request. */
  readonly answer: Answered<C, Q> | undefined;
  readonly isLoading: boolean;
  /** Why this request failed the last time. */
  readonly failure: string | undefined;
  readonly reload: () => void;
}

/** Longer than the timeouts of the service and of everything in front of it. */
const TIMEOUT_MS = 30_000;

interface Outcome<C extends ChartName, Q extends Extra> {
  /** The request that this is the outcome of: its address and the number of reloads. */
  readonly requestKey?: string;
  readonly address?: string;
  readonly answer?: Answered<C, Q> | undefined;
  readonly failure?: string;
}

/** Loads a chart's rows, again whenever the request changes; `undefined` loads nothing yet. */
export const useChart = <C extends ChartName, Q extends Extra = Extra>(
  request: ChartRequest<C, Q> | undefined,
): ChartState<C, Q> => {
  const [latest, setLatest] = useState<Outcome<C, Q>>({});
  const [reloads, setReloads] = useState(0);
  const onClosed = useContext(OnClosed);
  const address = request && addressOf(request);
  const requestKey = address && `${reloads} ${address}`;
  // As text, because a request is a new object in every render.
  const query = request && JSON.stringify(request.query);
  useEffect(() => {
    if (requestKey === undefined || address === undefined || query === undefined) return undefined;
    let isCurrent = true;
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
    fetchJson(address, controller.signal).then(
      (body) => {
        if (!isCurrent) return;
        const answer = { ...(body as ChartAnswer<C>), query: JSON.parse(query) as Q };
        setLatest({ requestKey, address, answer });
      },
      (error: unknown) => {
        if (!isCurrent) return;
        if (isClosed(error)) onClosed();
        const failure = messageOf(error);
        setLatest(({ address: previousAddress, answer }) => ({
          requestKey,
          address,
          failure,
          answer: previousAddress === address ? answer : undefined,
        }));
      },
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      controller.abort();
    };
  }, [requestKey, address, query, onClosed]);
  const isLoading = latest.requestKey === undefined || (requestKey !== undefined && requestKey !== latest.requestKey);
  return {
    answer: latest.answer,
    isLoading,
    failure: latest.address === address ? latest.failure : undefined,
    reload: useCallback(() => setReloads((count) => count + 1), []),
  };
};
