import { type Answers, type Exit, firstUnanswered, isAnswered, isExit, isNumbered, rowOf } from '@course/funnel';
import { liveFlow, numberOf, pathTo, questionTotal } from '@course/platform';
import { ENTRIES, type QuizStep, type StepKey, STEPS } from './steps.ts';

export const stepOf = (key: StepKey): QuizStep => rowOf(STEPS, key);

/** Returns the path of a step of the quiz, or of the entry that an exit leads to. */
export const pathOf = (target: StepKey | Exit): string => (isExit(target) ? pathTo(target.exit) : stepOf(target).path);

/** Returns the `n / total` of a step; undefined for screens without progress, such as the profile. */
export const progressOf = (step: QuizStep) =>
  isNumbered(step) ? { number: numberOf(step.key), total: questionTotal() } : undefined;

/** The quiz's last question. */
const LAST = STEPS.filter((step) => step.counts && 'asks' in step).at(-1)!;

const isOpen = (step: QuizStep, answers: Answers): boolean =>
  'asks' in step && !isAnswered({ question: step.asks }, answers);

/** Where a step leads. /processing has nothing to process while the last question is open: it leads to the first open one. */
export function destinationOf(step: QuizStep, answers: Answers): string {
  if (step.kind === 'processing' && isOpen(LAST, answers))
    return firstUnanswered(liveFlow().path, answers)?.path ?? ENTRIES.quiz;
  return step.next ? pathOf(step.next) : ENTRIES.quiz;
}

/** The path of the step after the next one. Its remote is fetched while the visitor is still here. */
export function pathAfterNext({ next }: QuizStep): string | undefined {
  if (!next || isExit(next)) return undefined;
  const after = stepOf(next).next;
  return after ? pathOf(after) : undefined;
}
