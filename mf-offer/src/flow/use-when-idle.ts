import { useEffect } from 'react';
import { whenIdle } from './when-idle.ts';

/** Fetches ahead what comes next, once the screen is at rest. A failure is only logged: it is tried again when needed. */
export const useWhenIdle = (prefetch: () => Promise<unknown>): void =>
  useEffect(
    () => whenIdle(() => void prefetch().catch((error: unknown) => console.warn('Could not fetch ahead:', error))),
    [prefetch],
  );
