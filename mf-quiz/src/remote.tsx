import { defineRemote } from '@course/federation/contract';
import { OWNER_CONFIG, routeOf } from '@course/funnel';
import { allowPixels, questionTotal } from '@course/platform';
import { GENDER_COPY, LANDING_COPY, ROOT_COPY, SOCIAL_PROOF_COPY } from './flow/copy.ts';
import { connect } from './flow/connect.ts';
import { Landscape } from './flow/landscape.tsx';
import { type QuizStep, type StepKey, STEPS } from './flow/steps.ts';

const DESCRIPTIONS: Partial<Record<StepKey, string>> = {
  root: ROOT_COPY.description,
  home: LANDING_COPY.description,
  old001: GENDER_COPY.description(questionTotal()),
  old002: SOCIAL_PROOF_COPY.description,
};

/** Entry screens have a description for search engines and link previews; the other screens are not indexed. */
function descriptionOf(step: QuizStep): { description?: string } {
  const description = DESCRIPTIONS[step.key];
  return description ? { description } : {};
}

allowPixels(OWNER_CONFIG);

export default defineRemote({
  name: 'mf-quiz',
  routes: STEPS.map((step) => ({
    ...routeOf(step),
    ...descriptionOf(step),
    Screen: connect(step),
  })),
  Backdrop: Landscape,
});
