import { furtherOf } from '@course/funnel';
import { liveFlow, readFurthest, setFurthest, useGo } from '@course/platform';
import { useCallback, useEffect } from 'react';
import { pathForVisitor } from './paths.ts';
import type { Step } from './steps.ts';

/** Returns a function that goes to the next step. */
export function useNext(step: Step): () => void {
  const go = useGo();
  return useCallback(() => {
    if (step.next) go(pathForVisitor(step.next));
  }, [go, step]);
}

/** Records the furthest step reached, from which a returning visitor can continue. Never moves back. */
export const useTrackProgress = (key: string, reached = true): void =>
  useEffect(() => {
    if (!reached) return;
    const before = readFurthest();
    const after = furtherOf(liveFlow().path, before, key);
    if (after && after !== before) setFurthest(after);
  }, [key, reached]);
