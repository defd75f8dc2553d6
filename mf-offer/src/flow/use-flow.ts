import { type Exit, furtherOf, hasOfferEnded, OWNER_CONFIG, type OwnerConfig } from '@course/funnel';
import type { Step, StepKey } from './steps.ts';
import { pathOf } from './ways.ts';
import { liveFlow, readFurthest, salesPath, setFurthest, useGo } from '@course/platform';
import { useCallback, useEffect } from 'react';

/** Shows the step that follows. */
export function useNext(step: Step): () => void {
  const go = useGo();
  return useCallback(() => {
    if (step.next) go(pathForVisitor(step.next));
  }, [go, step]);
}

/**
 * The path of a step; for the offer, that of the sales page which this visitor is given when several are tried; for the
 * scratch card, that of what follows once there is no discount any more.
 */
export function pathForVisitor(
  target: StepKey | Exit,
  config: Pick<OwnerConfig, 'sales002Countdown'> = OWNER_CONFIG,
): string {
  if (target === 'scratch' && hasOfferEnded(Date.now(), config)) return pathOf('timeline');
  return (target === 'sales002' ? salesPath() : undefined) ?? pathOf(target);
}

/** Remembers that the visitor came this far, so that a return goes on from here. Never moves back. */
export const useTrackProgress = (key: string, reached = true): void =>
  useEffect(() => {
    if (!reached) return;
    const before = readFurthest();
    const after = furtherOf(liveFlow().path, before, key);
    if (after && after !== before) setFurthest(after);
  }, [key, reached]);
