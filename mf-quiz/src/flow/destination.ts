import { type Answers, firstUnanswered, isAnswered, isExit } from '@course/funnel';
import { liveFlow } from '@course/platform';
import { pathOf, stepOf } from './ways.ts';
import { ENTRIES, type QuizStep, STEPS } from './steps.ts';

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
