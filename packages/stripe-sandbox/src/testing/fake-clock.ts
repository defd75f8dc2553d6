import type { Clock } from '../clock.ts';

interface Sleeper {
  until: number;
  wake(): void;
}

/** Returns a clock that only a test advances. */
export function fakeClock(start = Date.now()): Clock & { advance(ms: number): void } {
  let now = start;
  const sleepers = new Set<Sleeper>();
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleeper = {
          until: now + ms,
          wake: () => {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        sleepers.add(sleeper);
        if (signal.aborted) sleeper.wake();
        else signal.addEventListener('abort', sleeper.wake, { once: true });
      }),
    advance: (ms) => {
      now += ms;
      for (const sleeper of sleepers) if (sleeper.until <= now) sleeper.wake();
    },
  };
}
