import { defineRemote } from '@course/federation/contract';
import { declared, OWNER_CONFIG, PRODUCT, screenOf, stepAt, STEPS, type Step } from '@course/funnel';
import { allowPixels } from '@course/platform';
import { isOfferKind, SCREENS } from './screens/screens.ts';

function routeOf(step: Step) {
  if (!isOfferKind(step.kind)) return [];
  const Shown = SCREENS[step.kind];
  const Screen = () => <Shown step={step} />;
  return [
    {
      path: step.path,
      screen: screenOf(step),
      title: `${step.title} - ${PRODUCT.name}`,
      ...(step.private && { private: true }),
      step: declared(step),
      Screen,
    },
  ];
}

// Nobody is watched on a page that a mail's secret link opened.
if (!stepAt(globalThis.location?.pathname ?? '/')?.private) allowPixels(OWNER_CONFIG);

export default defineRemote({ name: 'mf-offer', routes: STEPS.flatMap(routeOf) });
