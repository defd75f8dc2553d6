import { OWNER_CONFIG, type OwnerConfig, screenOf, TESTIMONIALS } from '@course/funnel';
import { useMyPlan } from '../../flow/my-plan.ts';
import { SALES002_COPY, SALES_COPY } from '../../flow/sales-copy.ts';
import { questionTotal, useAnswers } from '@course/platform';
import { Screen } from '@course/ui';
import { usePlans } from '../../checkout/changed-prices.ts';
import { usePreload } from '../../flow/prefetch.ts';
import type { ScreenProps } from '../../flow/step-frame.tsx';
import { useTrackProgress } from '../../flow/navigation.ts';
import { BuySection } from '../../offer/buy-section.tsx';
import { useHasPassed } from '../../offer/countdown.ts';
import { useOfferEnded } from '../../offer/kept-choices.ts';
import { usePromoEnd } from '../../offer/offer-end.ts';
import { OfferHeader } from '../../offer/offer-header.tsx';
import { GoalCards, goalCardTexts, Guarantee, OfferFooter, TestimonialList } from '../../offer/offer-sections.tsx';
import { Section } from '../../offer/section.tsx';
import { CompleteBanner, Delivery, Hero, Weeks } from './sales002-sections.tsx';

interface Sales002ScreenProps extends ScreenProps {
  readonly config?: Pick<OwnerConfig, 'sales002Countdown'>;
}

export function Sales002Screen({ step, config = OWNER_CONFIG }: Sales002ScreenProps) {
  const { mode } = config.sales002Countdown;
  const endsAt = usePromoEnd(config);
  const hasPassed = useHasPassed(endsAt);
  const offerEnded = useOfferEnded();
  // The end of an evergreen countdown has no effect.
  const isOver = offerEnded || (hasPassed && mode === 'deadline');
  const pricing = isOver ? 'original' : 'discounted';
  const [plans, setPrices] = usePlans();
  const answers = useAnswers();
  const plan = useMyPlan();
  useTrackProgress(step.key);
  usePreload('terms');
  return (
    <Screen name={screenOf(step)} layout="page">
      <OfferHeader
        look="promo"
        text={isOver ? SALES_COPY.offerEnded : SALES002_COPY.promo}
        endsAt={endsAt}
        hasEnded={isOver || hasPassed}
        timed={mode !== 'off'}
      />
      <CompleteBanner
        total={questionTotal()}
        note={plan.reasons ? SALES002_COPY.completeFromAnswers : SALES002_COPY.completeNote}
      />
      <Hero title={step.title} plans={plans} pricing={pricing} />
      <Weeks plan={plan} />
      <Delivery />
      <Section>
        <GoalCards {...goalCardTexts(answers)} />
      </Section>
      <BuySection page="sales002" plans={plans} pricing={pricing} onPrices={setPrices} badge>
        <Guarantee />
      </BuySection>
      <TestimonialList title={SALES002_COPY.testimonials} testimonials={TESTIMONIALS} />
      <OfferFooter />
    </Screen>
  );
}
