import { isNumbered } from '@course/funnel';
import { Horizon } from '@course/ui';
import { type QuizKind, type QuizStep, STEPS } from './steps.ts';
import { KINDS } from '../screens/registry.ts';

/** Kinds that show a sunrise of their own. */
const WITH_PICTURE: readonly QuizKind[] = ['yes-no', 'gender'];

const COUNTED = STEPS.filter((step) => step.counts);

/**
 * How much of the quiz is done at a step, 0 to 1: up to the last question so far. 0 before the first. By this remote's own
 * questions, so that the drawing is the same in its prerendered HTML.
 */
export function progressRatio(step: QuizStep): number {
  const last = STEPS.slice(0, STEPS.indexOf(step) + 1)
    .filter(isNumbered)
    .at(-1);
  return last ? (COUNTED.indexOf(last) + 1) / COUNTED.length : 0;
}

/** The landscape at the foot of the quiz. It stays while the steps change, and its sun rises with them. */
export function Landscape({ path }: { readonly path: string }) {
  const step = STEPS.find((candidate) => candidate.path === path);
  if (!step || KINDS[step.kind].layout === 'page') return null;
  return <Horizon progressRatio={progressRatio(step)} wideOnly={WITH_PICTURE.includes(step.kind)} />;
}
