import { useCallback, useEffect, useState } from 'react';
import { useChart, type ChartState } from '../../data/use-chart.ts';

const REFRESH_MS = 5000;
export const LIVE = { chart: 'live', query: {} } as const;

/**
 * Returns the current visitors by page. Reloads 5 s after each result or failure, but not while the page is hidden.
 * Only the first load, and those that the user asks for with `reload`, are reported as loading.
 */
export const useLive = (): ChartState<'live'> => {
  const state = useChart<'live'>(LIVE);
  const { isLoading, reload } = state;
  const [isAsked, setIsAsked] = useState(true);
  useEffect(() => {
    if (isLoading) return undefined;
    const refresh = (): void => {
      setIsAsked(false);
      reload();
    };
    const timer = document.hidden ? undefined : setTimeout(refresh, REFRESH_MS);
    const onVisibilityChange = (): void => (document.hidden ? clearTimeout(timer) : refresh());
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [isLoading, reload]);
  const ask = useCallback(() => {
    setIsAsked(true);
    // A refresh that is already running is the attempt.
    if (!isLoading) reload();
  }, [isLoading, reload]);
  return { ...state, isLoading: isLoading && isAsked, reload: ask };
};
