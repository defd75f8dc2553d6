import { isNumbered } from '@course/funnel';
import { Horizon } from '@course/ui';
import { type QuizKind, type QuizStep, STEPS } from './steps.ts';
import { KINDS } from '../screens/registry.ts';

/** Kinds whose body already shows a sunrise. */
const WITH_PICTURE: readonly QuizKind[] = ['yes-no', 'gender'];

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
  if (!step || KINDS[step.kind].layout === 'page') return null;
  return <Horizon progressRatio={progressRatio(step)} wideOnly={WITH_PICTURE.includes(step.kind)} />;
}
