import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from './failure.ts';

const POLL_MS = 50;

export interface WaitOptions {
  /** What is waited for, as it reads in "Waited 30 s for ...". */
  readonly what: string;
  readonly timeoutMs: number;
  /** Between two checks; 50 by default. */
  readonly pollMs?: number;
  /** Ends the wait early: the reason why it is in vain. */
  readonly giveUp?: () => string | undefined;
}

/** Polls until `check` answers true; a check that throws counts as not yet. Rejects with one sentence. */
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
    const vain = giveUp?.();
    if (vain) throw new Failure(vain);
    if (Date.now() > deadline) throw new Failure(`Waited ${timeoutMs / 1000} s for ${what}${reason}`);
    await pause(pollMs);
  }
};
