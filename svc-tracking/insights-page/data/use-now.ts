import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

const everyMinute = (notify: () => void): (() => void) => {
  const timer = setInterval(notify, MINUTE_MS);
  return () => clearInterval(timer);
};

const thisMinute = (): number => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

/** Returns the time in ms since 1970, to the minute, and renders again when the next one begins. */
export const useNow = (): number => useSyncExternalStore(everyMinute, thisMinute);
