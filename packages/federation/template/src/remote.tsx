import { defineRemote } from '@course/federation/contract';
import { PRODUCT, screenOf } from '@course/funnel';
import { COPY } from './flow/copy.ts';
import { STEPS } from './flow/steps.ts';
import { NewcomerScreen } from './newcomer-screen.tsx';

export default defineRemote({
  name: 'mf-newcomer',
  routes: STEPS.map((step) => ({
    path: step.path,
    screen: screenOf(step),
    title: `${step.title} - ${PRODUCT.name}`,
    description: COPY.description,
    Screen: () => <NewcomerScreen step={step} />,
  })),
});
