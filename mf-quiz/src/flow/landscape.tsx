import { progressOf, QUESTION_COUNT, STEPS, type Step } from '@course/funnel';
import { Horizon } from '@course/ui';
import { QUIZ_STEPS, type QuizKind } from '../quiz-steps.ts';
import { KINDS } from '../screens/registry.ts';

/** Kinds that show a sunrise of their own. */
const WITH_PICTURE: readonly QuizKind[] = ['yes-no', 'gender'];

/** How much of the quiz is done at a step, 0 to 1: up to the last question so far. 0 before the first. */
export function progressRatio(step: Step): number {
  const sofar = STEPS.slice(0, STEPS.indexOf(step) + 1);
  const last = sofar.findLast((earlier) => progressOf(earlier) !== null);
  return last ? progressOf(last)! / QUESTION_COUNT : 0;
}

/** The landscape at the foot of the quiz. It stays while the steps change, and its sun rises with them. */
export function Landscape({ path }: { readonly path: string }) {
  const step = QUIZ_STEPS.find((candidate) => candidate.path === path);
  if (!step || KINDS[step.kind].layout === 'page') return null;
  return <Horizon progressRatio={progressRatio(step)} wideOnly={WITH_PICTURE.includes(step.kind)} />;
}
