const SECONDS_MAX = 86_400;

export interface Spent {
  /** Seconds during which the page was visible. */
  readonly timeSpentSeconds: number;
  /** Seconds between start and stop, visible or not. */
  readonly totalSeconds: number;
}

export interface Stopwatch {
  stop(): Spent;
}

/** Measures from now on, on the monotonic clock, so that a changed wall clock changes nothing. */
export function visibleStopwatch(page: Document = document, now: () => number = () => performance.now()): Stopwatch {
  const startedAt = now();
  let visibleMs = 0;
  let visibleSince = page.hidden ? null : startedAt;
  const settle = () => {
    if (visibleSince !== null) visibleMs += now() - visibleSince;
    visibleSince = page.hidden ? null : now();
  };
  page.addEventListener('visibilitychange', settle);
  return {
    stop: () => {
      settle();
      page.removeEventListener('visibilitychange', settle);
      return { timeSpentSeconds: seconds(visibleMs), totalSeconds: seconds(now() - startedAt) };
    },
  };
}

const seconds = (ms: number): number => Math.min(SECONDS_MAX, Math.round(ms) / 1000);
