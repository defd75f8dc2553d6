import { pathTo, preloadScreen } from '@course/platform';
import type { Dialog } from '@course/ui/dialog';
import { useEffect } from 'react';
import type { EXITS } from './steps.ts';

const LATEST_MS = 3_000;
const WITHOUT_IDLE_CALLBACK_MS = 300;

/** Runs `work` when the page has nothing better to do. Returns what cancels it. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, WITHOUT_IDLE_CALLBACK_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}

/** Fetches ahead what comes next, once the screen is at rest. A failure is only logged: it is tried again when needed. */
export const useWhenIdle = (prefetch: () => Promise<unknown>): void =>
  useEffect(
    () => whenIdle(() => void prefetch().catch((error: unknown) => console.warn('Could not fetch ahead:', error))),
    [prefetch],
  );

/** Fetches a screen of another remote ahead that is one tap away from here, once this one is at rest. */
export const usePreload = (exit: (typeof EXITS)[number]): void =>
  useEffect(() => whenIdle(() => preloadScreen(pathTo(exit))), [exit]);

/** The dialog's code is a file of its own, shared by all that open one. */
export const loadDialog = async (): Promise<typeof Dialog> => (await import('@course/ui/dialog')).Dialog;
