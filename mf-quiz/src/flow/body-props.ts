import type { Answers } from '@course/funnel';
import type { QuizKind, QuizStep } from './steps.ts';

/** The new value, or a function that derives it from the stored answer. */
export type AnswerUpdate = string | ((current: string | undefined) => string);

/** Props of a step kind's body, which renders the step and reports answers. It has no access to router or storage. */
export interface BodyProps<Kind extends QuizKind> {
  readonly step: QuizStep<Kind>;
  /** All answers so far; empty during hydration. */
  readonly answers: Answers;
  /** Stores this step's answer. Kinds with `movesOnAfterMs` then go to the next step. */
  readonly onAnswer: (update: AnswerUpdate) => void;
  /** Goes to the next step. */
  readonly onContinue: () => void;
}
