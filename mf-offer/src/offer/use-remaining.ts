import { useEffect, useState } from 'react';
import { delayToNext, remainingMs } from './countdown.ts';

const SECOND_MS = 1_000;

/**
 * What is left until `endsAt`, in ms, renewed whenever it falls to a multiple of `stepMs`. By the clock, so that a page
 * which slept is right at once. `full` until `endsAt` is known, which it is not in the served HTML.
 */
export function useRemaining(endsAt: number | undefined, full: number, stepMs = SECOND_MS): number {
  const [left, setLeft] = useState(() => (endsAt === undefined ? full : remainingMs(endsAt, Date.now())));
  useEffect(() => {
    if (endsAt === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const now = remainingMs(endsAt, Date.now());
      const delay = delayToNext(now, stepMs);
      setLeft(now);
      if (delay !== null) timer = setTimeout(tick, delay);
    };
    tick();
    return () => clearTimeout(timer);
  }, [endsAt, stepMs]);
  return left;
}
