import type { Clock } from './clock.ts';

/** Never asleep longer, so that a clock that jumps (a laptop that was shut) is noticed. */
const LONGEST_SLEEP = 60_000;

/** Does `work` when started, whenever woken, and when the time comes that it last answered (ms). */
export function createScheduler(clock: Clock, work: () => number | undefined) {
  let sleep = new AbortController();
  let stopped = false;
  let running: Promise<void> = Promise.resolve();

  const run = async (): Promise<void> => {
    while (!stopped) {
      sleep = new AbortController();
      const next = work() ?? Infinity;
      await clock.sleep(Math.min(Math.max(next - clock.now(), 0), LONGEST_SLEEP), sleep.signal);
    }
  };

  return {
    start: () => {
      running = run();
    },
    wake: () => sleep.abort(),
    stop: async () => {
      stopped = true;
      sleep.abort();
      await running;
    },
  };
}
