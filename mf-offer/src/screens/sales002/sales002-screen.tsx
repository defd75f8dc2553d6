import { OWNER_CONFIG, screenOf, TESTIMONIALS } from '@course/funnel';
import { goalCards } from '../../flow/goal-cards.ts';
import { useMyPlan } from '../../flow/my-plan.ts';
import { SALES002_COUNTDOWN_MS, sales002Pricing } from '../../flow/offer-rules.ts';
import { SALES002_COPY, SALES_COPY } from '../../flow/sales-copy.ts';
import { questionTotal, useAnswers } from '@course/platform';
import { Screen } from '@course/ui';
import { usePlans } from '../../checkout/changed-prices.ts';
import { usePreload } from '../../flow/fetch-ahead.ts';
import type { ScreenProps } from '../../flow/step-frame.tsx';
import { useTrackProgress } from '../../flow/use-flow.ts';
import { BuySection } from '../../offer/buy-section.tsx';
import { useRemaining } from '../../offer/countdown.ts';
import { OfferHeader } from '../../offer/offer-header.tsx';
import { GoalCards, Guarantee, OfferFooter, TestimonialList } from '../../offer/offer-sections.tsx';
import { Section } from '../../offer/section.tsx';
import { usePromoEnd } from './promo-end.ts';
import { CompleteBanner, Delivery, Hero, Weeks } from './sales002-sections.tsx';

const COUNTDOWN = OWNER_CONFIG.sales002Countdown;

export function Sales002Screen({ step }: ScreenProps) {
  const endsAt = usePromoEnd();
  // In one step: the page is drawn anew when the countdown ends, not every second.
  const pricing = sales002Pricing(useRemaining(endsAt, SALES002_COUNTDOWN_MS, SALES002_COUNTDOWN_MS), COUNTDOWN);
  const [plans, setPrices] = usePlans();
  const answers = useAnswers();
  const plan = useMyPlan();
  useTrackProgress(step.key);
  usePreload('terms');
  return (
    <Screen name={screenOf(step)} layout="page">
      <OfferHeader
        look="promo"
        text={SALES002_COPY.promo}
        ended={COUNTDOWN.mode === 'deadline' ? SALES_COPY.offerEnded : undefined}
        endsAt={endsAt}
        full={SALES002_COUNTDOWN_MS}
        timed={COUNTDOWN.mode !== 'off'}
      />
      <CompleteBanner
        total={questionTotal()}
        note={plan.reasons ? SALES002_COPY.completeFromAnswers : SALES002_COPY.completeNote}
      />
      <Hero title={step.title} plans={plans} pricing={pricing} />
      <Weeks plan={plan} />
      <Delivery />
      <Section>
        <GoalCards {...goalCards(answers)} />
      </Section>
      <BuySection page="sales002" plans={plans} pricing={pricing} onPrices={setPrices} badge>
        <Guarantee />
      </BuySection>
      <TestimonialList title={SALES002_COPY.testimonials} testimonials={TESTIMONIALS} />
      <OfferFooter />
    </Screen>
  );
}
