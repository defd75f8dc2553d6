import { progressOf, QUESTION_COUNT, STEPS, type Step } from '@course/funnel';

/** How high the sun stands at a step, 0 to 1: as far as the last question up to here. Before the first it has not risen. */
export function risenAt(step: Step): number {
  const sofar = STEPS.slice(0, STEPS.indexOf(step) + 1);
  const last = sofar.findLast((earlier) => progressOf(earlier) !== null);
  return last ? progressOf(last)! / QUESTION_COUNT : 0;
}
