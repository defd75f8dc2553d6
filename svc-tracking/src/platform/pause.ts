import { setTimeout as sleep } from 'node:timers/promises';

const SHORTEST_MS = 100;
const LONGEST_MS = 5000;

/** Returns the pause in ms after failed attempt number `attempt` (from 0): doubles up to 5 s. */
export const pauseMs = (attempt: number): number => Math.min(SHORTEST_MS * 2 ** Math.min(attempt, 10), LONGEST_MS);

/** Resolves after `ms`, or at the signal if that is earlier. Never rejects. */
export const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
};
