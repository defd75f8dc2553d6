import { useLayoutEffect, useState } from 'react';

export interface Clock {
  /** Returns milliseconds of a monotonic clock. */
  now(): number;
  /** Calls `tick` about every `ms` and on every visibility change. Returns a function that stops it. */
  every(ms: number, tick: () => void): () => void;
}

const pageClock: Clock = {
  now: () => performance.now(),
  every: (ms, tick) => {
    const timer = setInterval(tick, ms);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  },
};

interface Timeline {
  readonly tickMs: number;
  readonly endMs: number;
  /** Called with 0 at once, then with the elapsed time, and finally with exactly `endMs`. */
  readonly onElapsed: (elapsedMs: number) => void;
}

/**
 * Reports the time since the start until `endMs`. Time is read from the clock, not counted in ticks, so that it ends on
 * time in a hidden tab too, whose timers are throttled. Returns a function that stops it.
 */
export function runElapsed({ tickMs, endMs, onElapsed }: Timeline, clock: Clock = pageClock): () => void {
  const startedAt = clock.now();
  const stop = clock.every(tickMs, () => {
    const elapsed = Math.min(endMs, clock.now() - startedAt);
    if (elapsed === endMs) stop();
    onElapsed(elapsed);
  });
  onElapsed(0);
  return stop;
}

/**
 * Returns the milliseconds since the screen hydrated, updated every `tickMs` until `endMs`; null in the served HTML,
 * and always if `atRest` returns true.
 */
export function useElapsed(tickMs: number, endMs: number, atRest: () => boolean = never): number | null {
  const [elapsed, setElapsed] = useState<number | null>(null);
  // A layout effect, so that the final state in the served HTML does not flash before the animation starts.
  useLayoutEffect(
    () => (atRest() ? undefined : runElapsed({ tickMs, endMs, onElapsed: setElapsed })),
    [tickMs, endMs, atRest],
  );
  return elapsed;
}

const never = (): boolean => false;
