import { GENDER_COPY, LANDING_COPY, ROOT_COPY, SOCIAL_PROOF_COPY, type StepKey } from '@course/funnel';
import type { QuizStep } from '../quiz-steps.ts';

const DESCRIPTIONS: Partial<Record<StepKey, string>> = {
  root: ROOT_COPY.description,
  home: LANDING_COPY.description,
  old001: GENDER_COPY.description,
  old002: SOCIAL_PROOF_COPY.description,
};

/** What search engines and link previews show of an entry screen; the other screens are not listed. */
export function descriptionOf(step: QuizStep): { description?: string } {
  const description = DESCRIPTIONS[step.key];
  return description ? { description } : {};
}
