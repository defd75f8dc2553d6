import { DAY_MS } from '@course/contracts';

const SECOND_MS = 1000;

/** Clock differences and network delays of this size are normal. */
const TOLERANCE_MS = 2 * SECOND_MS;

/** How far a client's clock may differ from ours and still be trusted. Partitions exist for the whole window. */
const WINDOW_MS = { past: 31 * DAY_MS, future: DAY_MS };

/** For clocks outside the window: how far ahead of ours a time of day may be before it is taken for yesterday's. */
const AHEAD_MS = 90 * 60 * SECOND_MS;

export interface ClampedTime {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** True if the client's time was impossible and ours was used instead. */
  readonly clamped: boolean;
}

/** Length of an ISO time as Date.toISOString() writes it, with milliseconds and Z. */
const ISO_MS_LENGTH = 24;

const numberAt = (text: string, from: number, to: number): number => {
  let number = 0;
  for (let at = from; at < to; at += 1) number = number * 10 + text.charCodeAt(at) - 0x30;
  return number;
};

/**
 * Converts a valid ISO time to ms since 1970. Forms other than that of Date.toISOString() are left to Date.parse(),
 * which costs twice as much.
 */
export const isoTime = (text: string): number => {
  if (text.length !== ISO_MS_LENGTH || !text.endsWith('Z')) return Date.parse(text);
  const [year, month, day] = [numberAt(text, 0, 4), numberAt(text, 5, 7), numberAt(text, 8, 10)];
  return Date.UTC(
    year,
    month - 1,
    day,
    numberAt(text, 11, 13),
    numberAt(text, 14, 16),
    numberAt(text, 17, 19),
    numberAt(text, 20, 23),
  );
};

const isInWindow = (time: number, now: number): boolean =>
  time >= now - WINDOW_MS.past && time <= now + WINDOW_MS.future;

/**
 * Returns the time to put into the id of a page view with a client's key: the key's own, so that a retry at any later
 * time makes the same id. A time outside the window would belong to a partition that does not exist: only its time of
 * day is used, on the latest day that does not put it well ahead of us. That keeps a client's views in order, and a
 * retry within hours makes the same row.
 */
export const idTime = (keyTime: number, now: number): number => {
  if (isInWindow(keyTime, now)) return keyTime;
  const latest = now + AHEAD_MS;
  const days = Math.floor((latest - keyTime) / DAY_MS);
  return keyTime + days * DAY_MS;
};

/**
 * Returns when a page was entered: the time of the client's key, unless that is in the future or outside the window.
 */
export const enteredTime = (keyTime: number | undefined, now: number): ClampedTime => {
  if (keyTime === undefined) return { at: now, clamped: false };
  if (isInWindow(keyTime, now) && keyTime <= now) return { at: keyTime, clamped: false };
  return { at: now, clamped: Math.abs(keyTime - now) > TOLERANCE_MS };
};

/**
 * Returns when a page was left: the client's time, if that is after the entry (the time in the id) and not in the
 * future. Otherwise the time of the call, because an exit is sent as the page is left.
 */
export const exitedTime = (exitedAt: number, enteredAt: number, now: number): ClampedTime => {
  const earliest = Math.min(enteredAt, now);
  const possible = Math.min(Math.max(exitedAt, earliest), now);
  return Math.abs(possible - exitedAt) <= TOLERANCE_MS ? { at: possible, clamped: false } : { at: now, clamped: true };
};
