import type { Answers } from '@course/funnel';
import { readAnswers, prerenderScreen, saveAnswer, useAnswers, useGo } from '@course/platform';
import { flushSync } from 'react-dom';
import type { QuizStep } from '../quiz-steps.ts';
import { useOneTimer } from '../time/use-one-timer.ts';
import type { AnswerUpdate } from './body-props.ts';
import { destinationOf } from './destination.ts';

interface Leaving {
  readonly movesOnAfterMs?: number;
  readonly leavesNoTrace?: boolean;
}

interface Flow {
  readonly answers: Answers;
  readonly onAnswer: (update: AnswerUpdate) => void;
  readonly onContinue: () => void;
  readonly go: (path: string) => void;
}

/** Binds a step to the visitor's answers and to the way on. Answers are read when they are needed: rendered ones may be older. */
export function useFlow(step: QuizStep, { movesOnAfterMs, leavesNoTrace = false }: Leaving): Flow {
  const go = useGo();
  const answers = useAnswers();
  const timer = useOneTimer();
  const onContinue = () => go(destinationOf(step, readAnswers()), { replace: leavesNoTrace });
  const onAnswer = (update: AnswerUpdate) => {
    if (!('asks' in step)) return;
    // First, so that the pause counts from the tap. Saving does not wait: an answer survives whatever comes next.
    if (movesOnAfterMs !== undefined) timer.start(movesOnAfterMs, () => flushSync(onContinue));
    saveAnswer(step.asks, typeof update === 'string' ? update : update(readAnswers()[step.asks]));
    if (movesOnAfterMs) prerenderScreen(destinationOf(step, readAnswers()));
  };
  return { answers, onAnswer, onContinue, go };
}
