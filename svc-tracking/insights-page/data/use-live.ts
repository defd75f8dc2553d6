import { useEffect } from 'react';
import { useChart, type ChartState } from './use-chart.ts';

const REFRESH_MS = 5000;
const REQUEST = { chart: 'live', query: {} } as const;

/** Who is there now; asked every 5 s, and not at all while nobody looks. */
export const useLive = (): ChartState<'live'> => {
  const state = useChart<'live'>(REQUEST);
  const { reload } = state;
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const follow = (): void => {
      clearInterval(timer);
      if (document.hidden) return;
      timer = setInterval(reload, REFRESH_MS);
    };
    const look = (): void => {
      if (!document.hidden) reload();
      follow();
    };
    follow();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [reload]);
  return state;
};
