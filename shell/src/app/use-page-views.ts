import { enterPage, leavePage } from '@course/platform/host';
import { useEffect } from 'react';

/** Records an entry on every path change, and the exit on leaving the screen or the site. */
export function usePageViews(path: string): void {
  useEffect(() => enterPage(path), [path]);

  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && enterPage(location.pathname);
    addEventListener('pagehide', leavePage);
    addEventListener('pageshow', comeBack);
    return () => {
      removeEventListener('pagehide', leavePage);
      removeEventListener('pageshow', comeBack);
    };
  }, []);
}
