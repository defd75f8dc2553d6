import { DAY_MS } from '../platform/pause.ts';

const SECOND_MS = 1000;

/** Clocks and networks differ by this much without anything being wrong. */
const TOLERANCE_MS = 2 * SECOND_MS;

/** How far a client's clock may be from ours and still be believed. Partitions exist for the whole window. */
const WINDOW_MS = { past: 31 * DAY_MS, future: DAY_MS };

/** How far ahead of ours the time of day of a clock beyond the window may be, before it is taken for yesterday's. */
const AHEAD_MS = 90 * 60 * SECOND_MS;

export interface ClampedTime {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The client's time was not possible; ours stands in. */
  readonly clamped: boolean;
}

/** Of ISO times that end in milliseconds and Z, as Date.toISOString() writes them. */
const ISO_MS_LENGTH = 24;

const numberAt = (text: string, from: number, to: number): number => {
  let number = 0;
  for (let at = from; at < to; at += 1) number = number * 10 + text.charCodeAt(at) - 0x30;
  return number;
};

/** A valid ISO time in ms since 1970. Date.parse(), at twice the cost, reads what is not written as Date.toISOString() does. */
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
 * The time that goes into the id of a page view with a client's key: the key's own, so that a retry at any later
 * time makes the same id. A clock beyond the window would reach partitions that do not exist: of it only the time of day
 * is taken, the last one that is not well ahead of us. So the order of its views stays, and a retry within hours is the
 * same row.
 */
export const idTime = (keyTime: number, now: number): number => {
  if (isInWindow(keyTime, now)) return keyTime;
  const latest = now + AHEAD_MS;
  const days = Math.floor((latest - keyTime) / DAY_MS);
  return keyTime + days * DAY_MS;
};

/** When a page was entered: as the client's key says, unless that lies ahead of us or out of the window. */
export const enteredTime = (keyTime: number | undefined, now: number): ClampedTime => {
  if (keyTime === undefined) return { at: now, clamped: false };
  if (isInWindow(keyTime, now) && keyTime <= now) return { at: keyTime, clamped: false };
  return { at: now, clamped: Math.abs(keyTime - now) > TOLERANCE_MS };
};

/**
 * When a page was left: as the client says, when that is after the entry (the time in the id) and not ahead of us.
 * Otherwise the time of the call stands in, because an exit is sent as the page is left.
 */
export const exitedTime = (exitedAt: number, enteredAt: number, now: number): ClampedTime => {
  const earliest = Math.min(enteredAt, now);
  const possible = Math.min(Math.max(exitedAt, earliest), now);
  return Math.abs(possible - exitedAt) <= TOLERANCE_MS ? { at: possible, clamped: false } : { at: now, clamped: true };
};
