import { type Answers, furtherOf } from '@course/funnel';
import {
  liveFlow,
  preloadScreen,
  readAnswers,
  readFurthest,
  saveAnswer,
  setFurthest,
  useAnswers,
  useDelayedGo,
  useGo,
} from '@course/platform';
import { type ComponentType, createElement, memo, useCallback, useEffect } from 'react';
import { ENTRIES, type QuizKind, type QuizStep } from './steps.ts';
import { type KindEntry, KINDS } from '../screens/registry.ts';
import type { AnswerUpdate, BodyProps } from './body-props.ts';
import { destinationOf, pathAfterNext } from './paths.ts';
import { StepFrame } from './step-frame.tsx';

/** Returns the screen of a step: the body of its kind inside the frame, bound to the stored answers and to the flow. */
export function connect<Kind extends QuizKind>(step: QuizStep<Kind>): ComponentType {
  const kind: Kind = step.kind;
  const entry: KindEntry<Kind> = KINDS[kind];
  // A change of the address renders the screen once more, which changes nothing in its body.
  const Body: ComponentType<BodyProps<Kind>> = memo(entry.Body);
  return function StepScreen() {
    useTrackProgress(step);
    const { go, ...props } = useFlow(step, entry);
    const body = createElement(Body, { step, ...props });
    return createElement(StepFrame, { step, entry, answers: props.answers, onGo: go }, body);
  };
}

interface AdvanceOptions {
  readonly movesOnAfterMs?: number;
  readonly replacesHistory?: boolean;
}

interface Flow {
  readonly answers: Answers;
  readonly onAnswer: (update: AnswerUpdate) => void;
  readonly onContinue: () => void;
  readonly go: (path: string) => void;
}

/** One of the screens of `screens/later.ts`, which are loaded together. */
const LATER_PATH = ENTRIES['quiz-end'];

/** Binds a step to stored answers and navigation. Handlers read the store, because rendered answers may be stale. */
function useFlow(step: QuizStep, { movesOnAfterMs, replacesHistory = false }: AdvanceOptions): Flow {
  const go = useGo();
  const goAfter = useDelayedGo();
  const answers = useAnswers();
  const onContinue = useCallback(() => {
    preloadScreen(LATER_PATH);
    go(destinationOf(step, readAnswers()), { replace: replacesHistory });
  }, [go, step, replacesHistory]);
  const onAnswer = useCallback(
    (update: AnswerUpdate) => {
      if (!('asks' in step)) return;
      // Before saving, so that the pause starts at the tap. Saving is synchronous: it ends before the screen changes.
      if (movesOnAfterMs !== undefined)
        goAfter(movesOnAfterMs, destinationOf(step, readAnswers()), { replace: replacesHistory });
      saveAnswer(step.asks, typeof update === 'string' ? update : update(readAnswers()[step.asks]));
    },
    [goAfter, step, movesOnAfterMs, replacesHistory],
  );
  return { answers, onAnswer, onContinue, go };
}

/**
 * Records the furthest step reached, and preloads the screen after the next one. Once a question is answered or a
 * screen is left by its button, the quiz's later screens are preloaded too, so that the rest works without a network.
 */
function useTrackProgress(step: QuizStep): void {
  useEffect(() => {
    const furthest = furtherOf(liveFlow().path, readFurthest(), step.key);
    if (furthest && furthest !== readFurthest()) setFurthest(furthest);
    const ahead = pathAfterNext(step);
    if (ahead) preloadScreen(ahead);
    if (Object.keys(readAnswers()).length > 0) preloadScreen(LATER_PATH);
  }, [step]);
}
