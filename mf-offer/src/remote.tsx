import { defineRemote } from '@course/federation/contract';
import { OWNER_CONFIG, routeOf } from '@course/funnel';
import { allowPixels } from '@course/platform';
import { STEPS } from './flow/steps.ts';
import { SCREENS } from './screens/screens.ts';

// No advertising pixel on pages that a mail's secret link opens.
if (!STEPS.some((step) => step.private && step.path === globalThis.location?.pathname)) allowPixels(OWNER_CONFIG);

export default defineRemote({
  name: 'mf-offer',
  routes: STEPS.map((step) => {
    const StepScreen = SCREENS[step.kind];
    return { ...routeOf(step), Screen: () => <StepScreen step={step} /> };
  }),
});
