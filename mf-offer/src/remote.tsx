import { defineRemote } from '@course/federation/contract';
import { OWNER_CONFIG, routeOf } from '@course/funnel';
import { allowPixels } from '@course/platform';
import { STEPS } from './flow/steps.ts';
import { SCREENS } from './screens/screens.ts';

// Nobody is watched on a page that a mail's secret link opened.
if (!STEPS.some((step) => step.private && step.path === globalThis.location?.pathname)) allowPixels(OWNER_CONFIG);

export default defineRemote({
  name: 'mf-offer',
  routes: STEPS.map((step) => {
    const Shown = SCREENS[step.kind];
    return { ...routeOf(step), Screen: () => <Shown step={step} /> };
  }),
});
