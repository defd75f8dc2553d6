import { SALES_COPY, SALES_COUNTDOWN_MS, salesPricing, screenOf, TESTIMONIALS } from '@course/funnel';
import { Screen } from '@course/ui';
import { usePlans } from '../../checkout/use-plans.ts';
import type { ScreenProps } from '../../flow/screen-props.ts';
import { useAhead } from '../../flow/use-ahead.ts';
import { useTrackProgress } from '../../flow/use-track-progress.ts';
import { BuySection } from '../../offer/buy-section.tsx';
import { GoalCards } from '../../offer/goal-cards.tsx';
import { Guarantee } from '../../offer/guarantee.tsx';
import { OfferFooter } from '../../offer/offer-footer.tsx';
import { OfferHeader } from '../../offer/offer-header.tsx';
import { Section } from '../../offer/section.tsx';
import { TestimonialList } from '../../offer/testimonial-list.tsx';
import { useRemaining } from '../../offer/use-remaining.ts';
import { Benefits } from './benefits.tsx';
import { Comparison } from './comparison.tsx';
import { DailyEmails } from './daily-emails.tsx';
import { Easier } from './easier.tsx';
import { useSaleEnd } from './use-sale-end.ts';

export function SalesScreen({ step }: ScreenProps) {
  const endsAt = useSaleEnd();
  // In one step: the page is drawn anew when the offer ends, not every second.
  const pricing = salesPricing(useRemaining(endsAt, SALES_COUNTDOWN_MS, SALES_COUNTDOWN_MS));
  const [plans, setPrices] = usePlans();
  useTrackProgress(step.key);
  useAhead('terms');
  return (
    <Screen name={screenOf(step)} layout="page">
      <OfferHeader
        look="limited"
        text={SALES_COPY.offer}
        ended={SALES_COPY.offerEnded}
        endsAt={endsAt}
        full={SALES_COUNTDOWN_MS}
      />
      <Comparison title={step.title} />
      <Easier />
      <Benefits />
      <Section>
        <GoalCards goal={SALES_COPY.goal} target={SALES_COPY.target} />
      </Section>
      <BuySection page="sales" plans={plans} pricing={pricing} onPrices={setPrices} />
      <Guarantee />
      <DailyEmails />
      <TestimonialList title={SALES_COPY.testimonials} testimonials={TESTIMONIALS.slice(0, 3)} />
      <OfferFooter />
    </Screen>
  );
}
