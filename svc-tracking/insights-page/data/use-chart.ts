import type { ChartAnswer, ChartName } from '@course/contracts';
import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { addressOf, type ChartRequest, type Extra } from './chart-address.ts';
import { fetchJson, isClosed, messageOf } from './fetch-json.ts';

/** Called when the session has ended. */
export const OnClosed = createContext<() => void>(() => {});

interface ChartResult<C extends ChartName, Q extends Extra> extends ChartAnswer<C> {
  /** The query that it is the result of. */
  readonly query: Q;
}

export interface ChartState<C extends ChartName, Q extends Extra = Extra> {
  /** The latest result: the previous one while another is loading, or after a failure to reload the same request. */
  readonly result: ChartResult<C, Q> | undefined;
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
  readonly result?: ChartResult<C, Q> | undefined;
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
        const result = { ...(body as ChartAnswer<C>), query: JSON.parse(query) as Q };
        setLatest({ requestKey, address, result });
      },
      (error: unknown) => {
        if (!isCurrent) return;
        if (isClosed(error)) onClosed();
        const failure = messageOf(error);
        setLatest(({ address: previousAddress, result }) => ({
          requestKey,
          address,
          failure,
          result: previousAddress === address ? result : undefined,
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
    result: latest.result,
    isLoading,
    failure: latest.address === address ? latest.failure : undefined,
    reload: useCallback(() => setReloads((count) => count + 1), []),
  };
};
