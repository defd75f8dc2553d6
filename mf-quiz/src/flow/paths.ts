import { type Answers, type Exit, firstUnanswered, isAnswered, isExit, isNumbered, rowOf } from '@course/funnel';
import { liveFlow, numberOf, pathTo, questionTotal } from '@course/platform';
import { ENTRIES, type QuizStep, type StepKey, STEPS } from './steps.ts';

export const stepOf = (key: StepKey): QuizStep => rowOf(STEPS, key);

/** Returns the path of a quiz step, or of the entry that an exit names. */
export const pathOf = (target: StepKey | Exit): string => (isExit(target) ? pathTo(target.exit) : stepOf(target).path);

/** Returns the `n / total` of a step; undefined for screens that show no progress, such as the profile. */
export const progressOf = (step: QuizStep) =>
  isNumbered(step) ? { number: numberOf(step.key), total: questionTotal() } : undefined;

const LAST_QUESTION = STEPS.filter((step) => step.counts && 'asks' in step).at(-1)!;

const isUnanswered = (step: QuizStep, answers: Answers): boolean =>
  'asks' in step && !isAnswered({ question: step.asks }, answers);

/** Returns the next path. /processing leads to the first unanswered question while the last one is unanswered. */
export function destinationOf(step: QuizStep, answers: Answers): string {
  if (step.kind === 'processing' && isUnanswered(LAST_QUESTION, answers))
    return firstUnanswered(liveFlow().path, answers)?.path ?? ENTRIES.quiz;
  return step.next ? pathOf(step.next) : ENTRIES.quiz;
}

/** Returns the path of the step after the next one, whose remote is preloaded while the visitor is still here. */
export function pathAfterNext({ next }: QuizStep): string | undefined {
  if (!next || isExit(next)) return undefined;
  const after = stepOf(next).next;
  return after ? pathOf(after) : undefined;
}
