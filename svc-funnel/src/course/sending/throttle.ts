import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '../../platform/clock.ts';

/** Returns the milliseconds of a monotonic clock. */
export type Ticks = () => number;

/**
 * Returns a function that tells each caller how long to wait, in ms. Calls are spaced evenly, in their order. Idle time
 * is not saved up, so that no burst follows it.
 */
export const evenDelays = (perMinute: number, ticks: Ticks): (() => number) => {
  const intervalMs = MINUTE_MS / perMinute;
  let next = -Infinity;
  return () => {
    const now = ticks();
    const turn = Math.max(now, next);
    next = turn + intervalMs;
    return turn - now;
  };
};

/** Returns a function that resolves when it is the caller's turn. */
export const throttleTo = (perMinute: number): (() => Promise<void>) => {
  const wait = evenDelays(perMinute, () => performance.now());
  return async () => {
    const ms = wait();
    if (ms > 0) await pause(ms);
  };
};
