import { createElement, type ComponentType } from 'react';
import type { QuizKind, QuizStep } from '../quiz-steps.ts';
import { KINDS, type KindEntry } from '../screens/registry.ts';
import { StepFrame } from './step-frame.tsx';
import { useTrackProgress } from './use-track-progress.ts';
import { useFlow } from './use-flow.ts';

/** The screen of a step: its kind's body in the frame, bound to what the visitor stored and to the flow. */
export function connect<Kind extends QuizKind>(step: QuizStep<Kind>): ComponentType {
  const kind: Kind = step.kind;
  const entry: KindEntry<Kind> = KINDS[kind];
  return function StepScreen() {
    useTrackProgress(step);
    const { go, ...props } = useFlow(step, entry);
    const body = createElement(entry.Body, { step, ...props });
    return createElement(StepFrame, { step, layout: entry.layout, answers: props.answers, onGo: go }, body);
  };
}
