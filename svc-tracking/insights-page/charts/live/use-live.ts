import { useEffect } from 'react';
import { useChart, type ChartState } from '../../data/use-chart.ts';

const REFRESH_MS = 5000;
export const LIVE = { chart: 'live', query: {} } as const;

/**
 * Returns the current visitors by page. Reloads 5 s after each result or failure, but not while the page is hidden.
 * Only the first load is reported as loading.
 */
export const useLive = (): ChartState<'live'> => {
  const state = useChart<'live'>(LIVE);
  const { isLoading, reload } = state;
  useEffect(() => {
    if (isLoading) return undefined;
    const timer = document.hidden ? undefined : setTimeout(reload, REFRESH_MS);
    const onVisibilityChange = (): void => (document.hidden ? clearTimeout(timer) : reload());
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [isLoading, reload]);
  const isFirst = state.result === undefined && state.failure === undefined;
  return { ...state, isLoading: isLoading && isFirst };
};
