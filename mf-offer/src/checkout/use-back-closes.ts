import { useEffect, useEffectEvent, useRef } from 'react';

const isSheetEntry = (): boolean => {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'sheet' in state;
};

/**
 * While `open`, the browser's back button calls `onBack` instead of leaving: the sheet has its own history entry.
 * While closed, leaves that entry wherever it is met, because Back from it would show the same page again.
 */
export function useBackCloses(open: boolean, onBack: () => void): void {
  const goBack = useEffectEvent(onBack);
  const isLeaving = useRef(false);
  useEffect(() => {
    const leaveSheetEntry = () => {
      if (isLeaving.current || !isSheetEntry()) return;
      isLeaving.current = true;
      history.back();
    };
    const onPopState = () => {
      isLeaving.current = false;
      if (open) goBack();
      else leaveSheetEntry();
    };
    if (!open) leaveSheetEntry();
    else if (!isSheetEntry()) history.pushState({ ...(history.state as object | null), sheet: true }, '');
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, [open]);
}
