type Timer = ReturnType<typeof setTimeout>;

interface Clock {
  readonly now: () => number;
  readonly after: (work: () => void, ms: number) => Timer;
  readonly cancel: (timer: Timer | undefined) => void;
}

const BROWSER: Clock = {
  now: () => performance.now(),
  after: (work, ms) => setTimeout(work, ms),
  cancel: (timer) => clearTimeout(timer),
};

/** Runs `work` at once, and while it keeps being asked for, at most once in `everyMs`; the last asking is never lost. */
export function throttle(
  work: () => void,
  everyMs: number,
  clock: Clock = BROWSER,
): { ask: () => void; stop: () => void } {
  let last = -Infinity;
  let due: Timer | undefined;
  const run = () => {
    due = undefined;
    last = clock.now();
    work();
  };
  return {
    ask: () => {
      if (due !== undefined) return;
      const wait = last + everyMs - clock.now();
      if (wait <= 0) run();
      else due = clock.after(run, wait);
    },
    stop: () => clock.cancel(due),
  };
}
