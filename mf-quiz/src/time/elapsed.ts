export interface Clock {
  /** Milliseconds on a clock that never jumps. */
  now(): number;
  /** Calls `tick` about every `ms`, and whenever the page is looked at again. Gives what stops it. */
  every(ms: number, tick: () => void): () => void;
}

export const pageClock: Clock = {
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

interface Course {
  readonly tickMs: number;
  readonly endMs: number;
  /** Given 0 at once, then the time since, and exactly `endMs` at last. */
  readonly onElapsed: (elapsedMs: number) => void;
}

/**
 * Tells the time since the start until `endMs`. The clock counts, not the ticks: in a hidden tab, whose ticks are
 * rare, the end comes on time all the same. Gives what stops it.
 */
export function runElapsed({ tickMs, endMs, onElapsed }: Course, clock: Clock = pageClock): () => void {
  const startedAt = clock.now();
  const stop = clock.every(tickMs, () => {
    const elapsed = Math.min(endMs, clock.now() - startedAt);
    if (elapsed === endMs) stop();
    onElapsed(elapsed);
  });
  onElapsed(0);
  return stop;
}
