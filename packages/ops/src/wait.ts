import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from './failure.ts';

const POLL_MS = 50;

export interface WaitOptions {
  /** Completes the message "Waited 30 s for ...". */
  readonly what: string;
  readonly timeoutMs: number;
  /** Time between two checks; 50 by default. */
  readonly pollMs?: number;
  /** Returns the reason to end the wait early, if any. */
  readonly giveUp?: () => string | undefined;
}

/** Polls until `check` returns true; an error of `check` counts as false. Rejects with a `Failure`. */
export const waitUntil = async (
  check: () => Promise<boolean> | boolean,
  { what, timeoutMs, pollMs = POLL_MS, giveUp }: WaitOptions,
): Promise<void> => {
  const deadline = Date.now() + timeoutMs;
  let reason = '';
  for (;;) {
    try {
      if (await check()) return;
    } catch (error) {
      reason = error instanceof Error ? `: ${error.message}` : '';
    }
    const givenUp = giveUp?.();
    if (givenUp) throw new Failure(givenUp);
    if (Date.now() > deadline) throw new Failure(`Waited ${timeoutMs / 1000} s for ${what}${reason}`);
    await pause(pollMs);
  }
};
