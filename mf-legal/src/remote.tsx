import { defineRemote } from '@course/federation/contract';
import { OWNER_CONFIG, PRODUCT, screenOf } from '@course/funnel';
import { LEGAL_TEXTS } from './flow/texts.ts';
import { allowPixels } from '@course/platform';
import { LegalScreen } from './legal-screen.tsx';
import { STEPS } from './flow/steps.ts';

allowPixels(OWNER_CONFIG);

export default defineRemote({
  name: 'mf-legal',
  routes: STEPS.map((step) => {
    const text = LEGAL_TEXTS[step.kind];
    return {
      path: step.path,
      screen: screenOf(step),
      title: `${step.title} - ${PRODUCT.name}`,
      description: text.description,
      indexable: step.indexable === true,
      Screen: () => <LegalScreen step={step} text={text} />,
    };
  }),
});
