import { useEffect } from 'react';
import { useChart, type ChartState } from '../../data/use-chart.ts';

const REFRESH_MS = 5000;
export const LIVE = { chart: 'live', query: {} } as const;

/**
 * Who is there now; asked again 5 s after each answer or failure, and not at all while the page is hidden. Only the
 * first answer is waited for visibly.
 */
export const useLive = (): ChartState<'live'> => {
  const state = useChart<'live'>(LIVE);
  const { isLoading, reload } = state;
  useEffect(() => {
    if (isLoading) return undefined;
    const timer = document.hidden ? undefined : setTimeout(reload, REFRESH_MS);
    const follow = (): void => (document.hidden ? clearTimeout(timer) : reload());
    document.addEventListener('visibilitychange', follow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', follow);
    };
  }, [isLoading, reload]);
  const isFirst = state.answer === undefined && state.failure === undefined;
  return { ...state, isLoading: isLoading && isFirst };
};
