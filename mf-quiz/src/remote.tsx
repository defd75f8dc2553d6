import { defineRemote } from '@course/federation/contract';
import { declared, OWNER_CONFIG, PRODUCT, screenOf } from '@course/funnel';
import { allowPixels } from '@course/platform';
import { connect } from './flow/connect.ts';
import { QUIZ_STEPS } from './quiz-steps.ts';
import { descriptionOf } from './screens/descriptions.ts';

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
});
