import { pathTo, preloadScreen } from '@course/platform';
import type { Dialog } from '@course/ui/dialog';
import { useEffect } from 'react';
import type { EXITS } from './steps.ts';

const LATEST_MS = 3_000;
const WITHOUT_IDLE_CALLBACK_MS = 300;

/** Runs `work` when the browser is idle. Returns a function that cancels it. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, WITHOUT_IDLE_CALLBACK_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}

/** Prefetches what comes next once the browser is idle. A failure is only logged: it is fetched again if needed. */
export const usePrefetch = (load: () => Promise<unknown>): void =>
  useEffect(
    () => whenIdle(() => void load().catch((error: unknown) => console.warn('Could not prefetch:', error))),
    [load],
  );

/** Preloads a screen of another remote that is one tap away, once the browser is idle. */
export const usePreload = (exit: (typeof EXITS)[number]): void =>
  useEffect(() => whenIdle(() => preloadScreen(pathTo(exit))), [exit]);

/** Loads the dialog's code, which is a chunk of its own. */
export const loadDialog = async (): Promise<typeof Dialog> => (await import('@course/ui/dialog')).Dialog;
