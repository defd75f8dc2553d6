import { useLayoutEffect, useState } from 'react';
import { runElapsed } from './elapsed.ts';

/**
 * Milliseconds since the screen became interactive, looked up every `tickMs` until `endMs`; null in the served HTML,
 * and for good when `atRest` says so.
 */
export function useElapsed(tickMs: number, endMs: number, atRest: () => boolean = never): number | null {
  const [elapsed, setElapsed] = useState<number | null>(null);
  // Before the browser paints, so that what the HTML shows at rest does not flash.
  useLayoutEffect(
    () => (atRest() ? undefined : runElapsed({ tickMs, endMs, onElapsed: setElapsed })),
    [tickMs, endMs, atRest],
  );
  return elapsed;
}

const never = (): boolean => false;
