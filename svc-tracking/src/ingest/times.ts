const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;

/** Clocks and networks differ by this much without anything being wrong. */
const TOLERANCE_MS = 2 * SECOND_MS;

/** How far a client's clock may be from ours and still be believed. Partitions exist for the whole window. */
const WINDOW_MS = { past: 31 * DAY_MS, future: DAY_MS };

export interface ClampedTime {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The client's time was not possible; ours stands in. */
  readonly clamped: boolean;
}

const isInWindow = (time: number, now: number): boolean => time >= now - WINDOW_MS.past && time <= now + WINDOW_MS.future;

/**
 * The time that goes into the id of a page view with a client's key: the key's own, so that a retry at any later
 * time makes the same id. A clock beyond the window would reach partitions that do not exist, so the beginning of
 * our day (UTC) stands in; such a client's retries are the same row unless midnight passes between them.
 */
export const idTime = (keyTime: number, now: number): number => (isInWindow(keyTime, now) ? keyTime : now - (now % DAY_MS));

/** When a page was entered: as the client's key says, unless that lies ahead of us or out of the window. */
export const entryTime = (keyTime: number | undefined, now: number): ClampedTime => {
  if (keyTime === undefined) return { at: now, clamped: false };
  if (isInWindow(keyTime, now) && keyTime <= now) return { at: keyTime, clamped: false };
  return { at: now, clamped: Math.abs(keyTime - now) > TOLERANCE_MS };
};

/**
 * When a page was left: as the client says, when that is after the entry (the time in the id) and not ahead of us.
 * Otherwise the time of the call stands in, because an exit is sent as the page is left.
 */
export const exitTime = (exitedAt: number, enteredAt: number, now: number): ClampedTime => {
  const earliest = Math.min(enteredAt, now);
  const possible = Math.min(Math.max(exitedAt, earliest), now);
  return Math.abs(possible - exitedAt) <= TOLERANCE_MS ? { at: possible, clamped: false } : { at: now, clamped: true };
};
