import { useEffect, useRef } from 'react';

const isOurs = (state: unknown): boolean => typeof state === 'object' && state !== null && 'sheet' in state;

/** While `open`, the browser's Back calls `onBack` instead of leaving the page: the sheet has a history entry of its own. */
export function useBackCloses(open: boolean, onBack: () => void): void {
  const back = useRef(onBack);
  useEffect(() => {
    back.current = onBack;
  }, [onBack]);
  useEffect(() => {
    if (!open) return;
    const pop = () => back.current();
    history.pushState({ ...(history.state as object | null), sheet: true }, '');
    addEventListener('popstate', pop);
    return () => {
      removeEventListener('popstate', pop);
      // Put aside by other means than Back: its entry goes, too.
      if (isOurs(history.state)) history.back();
    };
  }, [open]);
}
