const SECONDS_MAX = 86_400;

/** Longer than any pause between two readings of a page that is awake: the device slept, and nobody looked. */
const ASLEEP_MS = 5_000;

interface Spent {
  /** Seconds during which the page was visible. */
  readonly timeSpentSeconds: number;
  /** Seconds since the start, visible or not. */
  readonly totalSeconds: number;
}

/** Read at every change of visibility, and every second or so between: a pause beyond 5 s is taken for sleep. */
export interface Stopwatch {
  read(): Spent;
}

const isOnShow = (): boolean => !document.hidden;

/** Measures on the monotonic clock, so that a changed wall clock changes nothing, from `aheadMs` before now on. */
export function startStopwatch(aheadMs = 0, isVisible = isOnShow, now = () => performance.now()): Stopwatch {
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
