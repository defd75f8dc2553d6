import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 20;

/** Polls until `look` returns something truthy, and returns that. An error counts as not yet. */
export const until = async <T>(
  what: string,
  look: () => Promise<T> | T,
  timeoutMs = 30_000,
): Promise<NonNullable<T>> => {
  const deadline = Date.now() + timeoutMs;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      last = await look();
      if (last) return last as NonNullable<T>;
    } catch (error) {
      last = error;
    }
    await pause(POLL_MS);
  }
  throw new Error(`Timed out waiting until ${what}; last seen: ${String(last)}`);
};
