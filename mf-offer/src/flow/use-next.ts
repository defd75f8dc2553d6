import { pathOf, type Step } from '@course/funnel';
import { useGo } from '@course/platform';
import { useCallback } from 'react';

/** Shows the step that follows. */
export function useNext(step: Step): () => void {
  const go = useGo();
  return useCallback(() => {
    if (step.next) go(pathOf(step.next));
  }, [go, step]);
}
