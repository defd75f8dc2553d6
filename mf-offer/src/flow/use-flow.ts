import { type Exit, furtherOf, hasOfferEnded, OWNER_CONFIG, type OwnerConfig } from '@course/funnel';
import type { Step, StepKey } from './steps.ts';
import { pathOf } from './ways.ts';
import { liveFlow, readFurthest, salesPath, setFurthest, useGo } from '@course/platform';
import { useCallback, useEffect } from 'react';

/** Returns a function that goes to the next step. */
export function useNext(step: Step): () => void {
  const go = useGo();
  return useCallback(() => {
    if (step.next) go(pathForVisitor(step.next));
  }, [go, step]);
}

/**
 * Returns the path of a step for this visitor. If several sales pages are being tested, the offer's path is the one
 * assigned to the visitor. Once the discount has ended, the scratch card is skipped.
 */
export function pathForVisitor(
  target: StepKey | Exit,
  config: Pick<OwnerConfig, 'sales002Countdown'> = OWNER_CONFIG,
): string {
  if (target === 'scratch' && hasOfferEnded(Date.now(), config)) return pathOf('timeline');
  return (target === 'sales002' ? salesPath() : undefined) ?? pathOf(target);
}

/** Records the furthest step reached, from which a returning visitor can continue. Never moves back. */
export const useTrackProgress = (key: string, reached = true): void =>
  useEffect(() => {
    if (!reached) return;
    const before = readFurthest();
    const after = furtherOf(liveFlow().path, before, key);
    if (after && after !== before) setFurthest(after);
  }, [key, reached]);
