import type { Clock } from './clock.ts';

/** An upper limit (ms), so that a clock jump, as after a laptop's sleep, is noticed. */
const MAX_SLEEP_MS = 60_000;

/** Runs `work` when started, when woken, and at the time (ms) that it last returned. */
export function createScheduler(clock: Clock, work: () => number | undefined) {
  let sleep = new AbortController();
  let stopped = false;
  let running: Promise<void> = Promise.resolve();

  const run = async (): Promise<void> => {
    while (!stopped) {
      sleep = new AbortController();
      const next = work() ?? Infinity;
      await clock.sleep(Math.min(Math.max(next - clock.now(), 0), MAX_SLEEP_MS), sleep.signal);
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
