import { defineRemote } from '@course/federation/contract';
import { routeOf } from '@course/funnel';
import { COPY } from './flow/copy.ts';
import { STEPS } from './flow/steps.ts';
import { NewcomerScreen } from './newcomer-screen.tsx';

export default defineRemote({
  name: 'mf-newcomer',
  routes: STEPS.map((step) => ({
    ...routeOf(step),
    description: COPY.description,
    Screen: () => <NewcomerScreen step={step} />,
  })),
});
