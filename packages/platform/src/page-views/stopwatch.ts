const SECONDS_MAX = 86_400;

/**
 * Longer than any pause between two readings while a page is awake: the device was asleep, and the page not visible.
 */
const ASLEEP_MS = 5_000;

interface Spent {
  /** Seconds during which the page was visible. */
  readonly timeSpentSeconds: number;
  /** Seconds since the start, visible or not. */
  readonly totalSeconds: number;
}

/**
 * To be read at every change of visibility, and about every second between: a longer pause than 5 s counts as sleep.
 */
export interface Stopwatch {
  read(): Spent;
}

const isPageVisible = (): boolean => !document.hidden;

/** Measures from `aheadMs` before now, on the monotonic clock, which a changed wall clock does not affect. */
export function startStopwatch(aheadMs = 0, isVisible = isPageVisible, now = () => performance.now()): Stopwatch {
  let readAt = now();
  let visible = isVisible();
  let visibleMs = visible ? aheadMs : 0;
  const startedAt = readAt - aheadMs;
  return {
    read: () => {
      const at = now();
      if (visible && at - readAt < ASLEEP_MS) visibleMs += at - readAt;
      readAt = at;
      visible = isVisible();
      return { timeSpentSeconds: seconds(visibleMs), totalSeconds: seconds(at - startedAt) };
    },
  };
}

const seconds = (ms: number): number => Math.min(SECONDS_MAX, Math.round(ms) / 1000);
