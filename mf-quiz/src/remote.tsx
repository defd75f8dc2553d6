import { defineRemote } from '@course/federation/contract';
import {
  declared,
  GENDER_COPY,
  LANDING_COPY,
  OWNER_CONFIG,
  PRODUCT,
  ROOT_COPY,
  screenOf,
  SOCIAL_PROOF_COPY,
  type StepKey,
} from '@course/funnel';
import { allowPixels } from '@course/platform';
import { connect } from './flow/connect.ts';
import { Landscape } from './flow/landscape.tsx';
import { QUIZ_STEPS, type QuizStep } from './quiz-steps.ts';

const DESCRIPTIONS: Partial<Record<StepKey, string>> = {
  root: ROOT_COPY.description,
  home: LANDING_COPY.description,
  old001: GENDER_COPY.description,
  old002: SOCIAL_PROOF_COPY.description,
};

/** What search engines and link previews show of an entry screen; the other screens are not listed. */
function descriptionOf(step: QuizStep): { description?: string } {
  const description = DESCRIPTIONS[step.key];
  return description ? { description } : {};
}

allowPixels(OWNER_CONFIG);

export default defineRemote({
  name: 'mf-quiz',
  routes: QUIZ_STEPS.map((step) => ({
    path: step.path,
    screen: screenOf(step),
    title: `${step.title} - ${PRODUCT.name}`,
    ...descriptionOf(step),
    indexable: step.indexable === true,
    step: declared(step),
    Screen: connect(step),
  })),
  Backdrop: Landscape,
});
