import type { Step } from '@course/funnel';
import { useGo } from '@course/platform';
import { useCallback } from 'react';
import { pathOrVariant } from './path-or-variant.ts';

/** Shows the step that follows. */
export function useNext(step: Step): () => void {
  const go = useGo();
  return useCallback(() => {
    if (step.next) go(pathOrVariant(step.next));
  }, [go, step]);
}
