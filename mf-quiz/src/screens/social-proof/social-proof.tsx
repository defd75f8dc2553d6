import { SOCIAL_PROOF_COPY } from '@course/funnel';
import type { BodyProps } from '../../flow/body-props.ts';
import { ContinueBar } from '../../parts/continue-bar.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Quote } from '../../parts/quote.tsx';
import { Crowd } from './crowd.tsx';

export const SocialProof = ({ step, onContinue }: BodyProps<'social-proof'>) => (
  <>
    <Crowd />
    <Heading title={step.title} hint={SOCIAL_PROOF_COPY.lead} centred />
    <Quote quote={SOCIAL_PROOF_COPY.quote} />
    <ContinueBar label={SOCIAL_PROOF_COPY.button} onContinue={onContinue} />
  </>
);
