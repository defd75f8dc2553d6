import { firstUnanswered, isAnswered, pathOf, stepOf, type Answers, type Step } from '@course/funnel';

/** Where a step leads. /processing has nothing to process while the last question is open: it leads to the first open one. */
export function destinationOf(step: Step, answers: Answers): string {
  if (step.kind === 'processing' && !isAnswered(stepOf('q20'), answers))
    return firstUnanswered(answers)?.path ?? pathOf('q1');
  return pathOf(step.next ?? 'q1');
}

/** The step after the next one. Its remote is fetched while the visitor is still here. */
export function stepAfterNext(step: Step): Step | undefined {
  const next = step.next && stepOf(step.next);
  return next && next.next ? stepOf(next.next) : undefined;
}
