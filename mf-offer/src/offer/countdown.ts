import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** Longest delay that a browser timer takes. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** What is left until `endsAt`, never less than nothing. Milliseconds. */
export const remainingMs = (endsAt: number, now: number): number => Math.max(0, endsAt - now);

const pair = (part: number): string => String(part).padStart(2, '0');

/**
 * `600000` -> `10:00`; from an hour on `03:12:09`, from a day on `2 days 03:12:09`. A second that has begun still counts,
 * so `00:00` shows exactly when nothing is left.
 */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS);
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3_600) % 24;
  const rest = `${pair(Math.floor(seconds / 60) % 60)}:${pair(seconds % 60)}`;
  if (seconds < 3_600) return rest;
  return `${days > 0 ? `${days} ${days === 1 ? 'day' : 'days'} ` : ''}${pair(hours)}:${rest}`;
}

/** How long until what is left is the next multiple of `stepMs`; null when nothing is left to wait for. */
export function delayToNext(leftMs: number, stepMs: number): number | null {
  if (leftMs <= 0) return null;
  return Math.min(leftMs % stepMs || stepMs, LONGEST_DELAY_MS);
}

const TICK_MS = 1_000;

/**
 * What is left until `endsAt`, in ms, renewed whenever it falls to a multiple of `stepMs`, and when the page is shown
 * again: timers stand still while a device sleeps and in the back/forward cache. `full` until `endsAt` is known, which it
 * is not in the served HTML.
 */
export function useRemaining(endsAt: number | undefined, full: number, stepMs = TICK_MS): number {
  const [left, setLeft] = useState(() => (endsAt === undefined ? full : remainingMs(endsAt, Date.now())));
  useEffect(() => {
    if (endsAt === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      clearTimeout(timer);
      const now = remainingMs(endsAt, Date.now());
      const delay = delayToNext(now, stepMs);
      setLeft(now);
      if (delay !== null) timer = setTimeout(tick, delay);
    };
    tick();
    document.addEventListener('visibilitychange', tick);
    addEventListener('pageshow', tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
      removeEventListener('pageshow', tick);
    };
  }, [endsAt, stepMs]);
  return left;
}

/** True once `endsAt` has passed; false while it is unknown, as in the served HTML. */
export const useHasPassed = (endsAt: number | undefined): boolean => useRemaining(endsAt, 1, LONGEST_DELAY_MS) === 0;
