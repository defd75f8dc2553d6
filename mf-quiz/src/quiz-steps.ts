import { STEPS, type Step, type StepKind } from '@course/funnel';

/** The kinds of step that this remote shows. */
const QUIZ_KINDS = [
  'yes-no',
  'landing',
  'gender',
  'social-proof',
  'single',
  'multi',
  'reassurance',
  'study',
  'profile',
  'readiness',
  'processing',
] as const satisfies readonly StepKind[];

export type QuizKind = (typeof QUIZ_KINDS)[number];
export type QuizStep<Kind extends QuizKind = QuizKind> = Step & { readonly kind: Kind };

const isOurs = (step: Step): step is QuizStep => QUIZ_KINDS.some((kind) => kind === step.kind);

/** The step table's rows that this remote shows. */
export const QUIZ_STEPS: readonly QuizStep[] = STEPS.filter(isOurs);
