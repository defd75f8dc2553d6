import { type Exit, isExit, isNumbered, rowOf } from '@course/funnel';
import { numberOf, pathTo } from '@course/platform';
import { STEPS, type QuizStep, type StepKey } from './steps.ts';

export const stepOf = (key: StepKey): QuizStep => rowOf(STEPS, key);

/** Returns the path of a step of the quiz, or of the entry that an exit leads to. */
export const pathOf = (target: StepKey | Exit): string => (isExit(target) ? pathTo(target.exit) : stepOf(target).path);

/** Returns the `n` of `n / total`; null for screens without progress, such as the profile. */
export const progressOf = (step: QuizStep): number | string | null => (isNumbered(step) ? numberOf(step.key) : null);
