import { useEffect, useRef, type RefObject } from 'react';

/**
 * A button that is disabled while it works loses the focus. Once it is usable again it takes the focus back, so that
 * the keyboard goes on where it was, unless the focus is somewhere else by then.
 */
export function useReturnedFocus(busy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true });
    wasBusy.current = busy;
  }, [busy]);
  return button;
}
