import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** The longest delay that a browser timer supports. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** Returns the milliseconds left until `endsAt`, never negative. */
export const remainingMs = (endsAt: number, now: number): number => Math.max(0, endsAt - now);

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/**
 * Formats milliseconds as `10:00`, from one hour as `03:12:09`, from one day as `2 days 03:12:09`. Rounds up to whole
 * seconds, so that `00:00` is shown exactly when no time is left.
 */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS);
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3_600) % 24;
  const rest = `${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
  if (seconds < 3_600) return rest;
  return `${days > 0 ? `${days} ${days === 1 ? 'day' : 'days'} ` : ''}${twoDigits(hours)}:${rest}`;
}

/** Returns the milliseconds until the remaining time is the next multiple of `stepMs`; null if no time is left. */
export function delayToNext(leftMs: number, stepMs: number): number | null {
  if (leftMs <= 0) return null;
  return Math.min(leftMs % stepMs || stepMs, LONGEST_DELAY_MS);
}

const TICK_MS = 1_000;

/**
 * Returns the milliseconds left until `endsAt`; `full` while `endsAt` is unknown, as in the served HTML. Updated at
 * each multiple of `stepMs`, and when the page is shown again, because timers stop while a device sleeps and in the
 * back/forward cache.
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

/** Returns true once `endsAt` has passed; false while it is unknown, as in the served HTML. */
export const useHasPassed = (endsAt: number | undefined): boolean => useRemaining(endsAt, 1, LONGEST_DELAY_MS) === 0;
