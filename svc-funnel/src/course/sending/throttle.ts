import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds of a clock that only goes forward. */
export type Ticks = () => number;

/**
 * When each of those who ask may go, in ms from now: one after the other, evenly, in the order of asking. Time in which
 * nobody asked is not saved up, so that a burst cannot follow it.
 */
export const evenly = (perMinute: number, ticks: Ticks): (() => number) => {
  const between = 60_000 / perMinute;
  let next = -Infinity;
  return () => {
    const now = ticks();
    const turn = Math.max(now, next);
    next = turn + between;
    return turn - now;
  };
};

/** Resolves when it is the caller's turn. */
export const throttleTo = (perMinute: number): (() => Promise<void>) => {
  const wait = evenly(perMinute, () => performance.now());
  return async () => {
    const ms = wait();
    if (ms > 0) await pause(ms);
  };
};
