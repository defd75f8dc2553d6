import { furtherOf, type Step } from '@course/funnel';
import { preloadScreen, readFurthest, setFurthest } from '@course/platform';
import { useEffect } from 'react';
import { stepAfterNext } from './destination.ts';

/** On arriving at a step: remembers the furthest one reached, and fetches ahead what comes after the next. */
export function useTrackProgress(step: Step): void {
  useEffect(() => {
    const furthest = furtherOf(readFurthest(), step.key);
    if (furthest && furthest !== readFurthest()) setFurthest(furthest);
    const ahead = stepAfterNext(step);
    if (ahead) preloadScreen(ahead.path);
  }, [step]);
}
