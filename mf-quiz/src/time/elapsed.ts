import { useLayoutEffect, useState } from 'react';

export interface Clock {
  /** Milliseconds on a clock that never jumps. */
  now(): number;
  /** Calls `tick` about every `ms`, and whenever the page is looked at again. Returns a function that stops it. */
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
  /** Given 0 at once, then the time since, and exactly `endMs` at last. */
  readonly onElapsed: (elapsedMs: number) => void;
}

/**
 * Reports the time since the start until `endMs`. The clock counts, not the ticks: in a hidden tab, whose ticks are
 * rare, the end comes on time all the same. Returns a function that stops it.
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
 * Milliseconds since the screen became interactive, looked up every `tickMs` until `endMs`; null in the served HTML,
 * and for good when `atRest` says so.
 */
export function useElapsed(tickMs: number, endMs: number, atRest: () => boolean = never): number | null {
  const [elapsed, setElapsed] = useState<number | null>(null);
  // Before the browser paints, so that what the HTML shows at rest does not flash.
  useLayoutEffect(
    () => (atRest() ? undefined : runElapsed({ tickMs, endMs, onElapsed: setElapsed })),
    [tickMs, endMs, atRest],
  );
  return elapsed;
}

const never = (): boolean => false;
