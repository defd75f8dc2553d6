import type { RemoteStep } from '@course/contracts';
import { decodeChoices, type Answers } from './answers.ts';
import type { AnswerKey, Option } from './step.ts';
import { STEPS, type Step, type StepKey } from './steps.ts';

const byKey = new Map<string, Step>(STEPS.map((step) => [step.key, step]));
const byPath = new Map<string, Step>(STEPS.map((step) => [step.path, step]));
const ENTRIES: readonly StepKey[] = ['root', 'home', 'old001', 'old002'];

export const stepOf = (key: StepKey): Step => byKey.get(key)!;
export const stepAt = (path: string): Step | undefined => byPath.get(path);
export const pathOf = (key: StepKey): string => stepOf(key).path;

/** Returns the value of `data-screen`: the path without its slash, `root` for `/`. */
export const screenOf = (step: Step): string => step.path.slice(1) || 'root';

/** Returns the step as its remote declares it. */
export const declared = (step: Step): RemoteStep => ({
  key: step.key,
  title: step.title,
  question: 'asks' in step ? step.asks : null,
  next: step.next,
  place: STEPS.indexOf(step) + 1,
});

export const isEntry = (key: StepKey): boolean => ENTRIES.includes(key);

const asking = STEPS.filter((step) => 'asks' in step);

/** Returns the options of the first step that asks for this key. */
export const optionsOf = (key: AnswerKey): readonly Option[] => asking.find((step) => step.asks === key)?.options ?? [];

const isNumbered = (step: Step): boolean => step.kind === 'single' || step.kind === 'multi';

/** The screens counted as questions: the numbered ones, on the path or not, and the profile, which takes the place of one. */
const COUNTED = STEPS.filter((step) => isNumbered(step) || step.kind === 'profile');

/** The `total` of `n / total`. */
export const QUESTION_COUNT = COUNTED.length;

/** Returns the `n` of `n / total`; null for screens without progress, such as the profile. */
export const progressOf = (step: Step): number | null => (isNumbered(step) ? COUNTED.indexOf(step) + 1 : null);

export const isAnswered = (step: Step, answers: Answers): boolean =>
  !('asks' in step) || decodeChoices(answers[step.asks]).length > 0;

/** The specified path from the first question: q1, onboarding, q2, ... sales002, payment-success. q11 is not on it. */
export const PATH: readonly Step[] = walkFrom('q1');

function walkFrom(first: StepKey): Step[] {
  const walk: Step[] = [];
  for (let step: Step | undefined = stepOf(first); step; step = step.next ? stepOf(step.next) : undefined)
    walk.push(step);
  return walk;
}

/** Returns the first unanswered question on the path; undefined if all are answered. */
export const firstUnanswered = (answers: Answers): Step | undefined => PATH.find((step) => !isAnswered(step, answers));

/**
 * Returns the step where a returning visitor continues: the furthest they reached, but never past an unanswered
 * question. If that step no longer exists, the one after their last answer. Undefined for a new visitor.
 */
export function resumeAt(answers: Answers, furthest: string | undefined): Step | undefined {
  if (!furthest) return undefined;
  const known = PATH.findIndex((step) => step.key === furthest);
  const reached = known < 0 ? PATH.findLastIndex((step) => 'asks' in step && isAnswered(step, answers)) + 1 : known;
  const open = PATH.findIndex((step) => !isAnswered(step, answers));
  return PATH[open < 0 ? reached : Math.min(reached, open)];
}

/** Returns the further of two steps on the path. A step that is not on it never counts as further. */
export const furtherOf = (a: string | undefined, b: string): string | undefined =>
  PATH.findIndex((step) => step.key === b) > PATH.findIndex((step) => step.key === a) ? b : a;
