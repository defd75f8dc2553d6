import { defineRemote } from '@course/federation/contract';
import { OWNER_CONFIG, PRODUCT, screenOf } from '@course/funnel';
import { allowPixels } from '@course/platform';
import { type Step, STEPS } from './flow/steps.ts';
import { SCREENS } from './screens/screens.ts';

function routeOf(step: Step) {
  const Shown = SCREENS[step.kind];
  return {
    path: step.path,
    screen: screenOf(step),
    title: `${step.title} - ${PRODUCT.name}`,
    ...(step.private && { private: true }),
    Screen: () => <Shown step={step} />,
  };
}

// Nobody is watched on a page that a mail's secret link opened.
if (!STEPS.some((step) => step.private && step.path === globalThis.location?.pathname)) allowPixels(OWNER_CONFIG);

export default defineRemote({ name: 'mf-offer', routes: STEPS.map(routeOf) });
