import { useCallback, useEffect, useRef, useState } from 'react';

/** `shaking` for a while after a try without the terms, then `refused` until they are accepted. */
export type Refusal = 'none' | 'shaking' | 'refused';

export interface RefusalControl {
  readonly refusal: Refusal;
  readonly refuse: () => void;
  readonly forgive: () => void;
}

export function useRefusal(shakeMs: number): RefusalControl {
  const [refusal, setRefusal] = useState<Refusal>('none');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refuse = useCallback(() => {
    clearTimeout(timer.current);
    setRefusal('shaking');
    timer.current = setTimeout(() => setRefusal('refused'), shakeMs);
  }, [shakeMs]);
  const forgive = useCallback(() => {
    clearTimeout(timer.current);
    setRefusal('none');
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { refusal, refuse, forgive };
}
