import { defineRemote } from '@course/federation/contract';
import { declared, OWNER_CONFIG, PRODUCT, screenOf } from '@course/funnel';
import { LEGAL_TEXTS } from '@course/funnel/legal';
import { allowPixels } from '@course/platform';
import { LegalScreen } from './legal-screen.tsx';
import { LEGAL_STEPS } from './legal-steps.ts';

allowPixels(OWNER_CONFIG);

export default defineRemote({
  name: 'mf-legal',
  routes: LEGAL_STEPS.map((step) => {
    const text = LEGAL_TEXTS[step.kind];
    return {
      path: step.path,
      screen: screenOf(step),
      title: `${step.title} - ${PRODUCT.name}`,
      description: text.description,
      indexable: step.indexable === true,
      step: declared(step),
      Screen: () => <LegalScreen step={step} text={text} />,
    };
  }),
});
