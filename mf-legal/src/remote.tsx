import { defineRemote } from '@course/federation/contract';
import { OWNER_CONFIG, routeOf } from '@course/funnel';
import { LEGAL_TEXTS } from './flow/texts.ts';
import { allowPixels } from '@course/platform';
import { LegalScreen } from './legal-screen.tsx';
import { type LegalStep, STEPS } from './flow/steps.ts';
import { WITHDRAWAL_COPY } from './flow/withdrawal-copy.ts';
import { WithdrawalScreen } from './withdrawal/withdrawal-screen.tsx';

allowPixels(OWNER_CONFIG);

function screenFor(step: LegalStep) {
  const { kind } = step;
  if (kind === 'withdrawal')
    return { description: WITHDRAWAL_COPY.description, Screen: () => <WithdrawalScreen step={step} /> };
  const text = LEGAL_TEXTS[kind];
  return { description: text.description, Screen: () => <LegalScreen step={step} text={text} /> };
}

export default defineRemote({
  name: 'mf-legal',
  routes: STEPS.map((step) => ({ ...routeOf(step), ...screenFor(step) })),
});
