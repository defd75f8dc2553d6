import type { Answers } from '@course/funnel';
import type { QuizKind, QuizStep } from './steps.ts';

/** A value, or what makes it of the answer stored so far. */
export type AnswerUpdate = string | ((current: string | undefined) => string);

/** What a kind's body is given: it shows a step and reports. It knows no router and no storage. */
export interface BodyProps<Kind extends QuizKind> {
  readonly step: QuizStep<Kind>;
  /** Everything answered so far; empty while the served HTML is taken over. */
  readonly answers: Answers;
  /** Stores this step's answer; kinds that move on by themselves then do. */
  readonly onAnswer: (update: AnswerUpdate) => void;
  /** Shows the next step. */
  readonly onContinue: () => void;
}
