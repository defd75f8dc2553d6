import { setTimeout as pause } from 'node:timers/promises';

export const DAY_MS = 24 * 60 * 60 * 1000;

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => pause(ms, undefined, { signal }).catch(() => undefined),
};

/** Returns the time in whole seconds, as in Stripe's timestamps. */
export const unixSeconds = (clock: Clock) => Math.floor(clock.now() / 1000);
