import { isNumbered } from '@course/funnel';
import { Horizon } from '@course/ui';
import { type QuizStep, STEPS } from './steps.ts';
import { KINDS } from '../screens/registry.ts';

const COUNTED = STEPS.filter((step) => step.counts);

/**
 * Returns how much of the quiz is done at a step, from 0 (before the first question) to 1. Counts this remote's own
 * questions, not the live total, so that the drawing is the same in the prerendered HTML.
 */
export function progressRatio(step: QuizStep): number {
  const last = STEPS.slice(0, STEPS.indexOf(step) + 1)
    .filter(isNumbered)
    .at(-1);
  return last ? (COUNTED.indexOf(last) + 1) / COUNTED.length : 0;
}

/** The landscape at the foot of the quiz. It stays mounted across steps, and its sun rises with the progress. */
export function Landscape({ path }: { readonly path: string }) {
  const step = STEPS.find((candidate) => candidate.path === path);
  if (!step) return null;
  const { layout, hasPicture = false } = KINDS[step.kind];
  return layout === 'page' ? null : <Horizon progressRatio={progressRatio(step)} wideOnly={hasPicture} />;
}
