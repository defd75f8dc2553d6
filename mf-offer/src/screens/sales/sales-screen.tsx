import { screenOf, TESTIMONIALS } from '@course/funnel';
import { SALES_COUNTDOWN_MS, salesPricing } from '../../flow/offer-rules.ts';
import { SALES_COPY } from '../../flow/sales-copy.ts';
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
import { useSaleEnd } from './sale-end.ts';
import { Benefits, Comparison, DailyEmails, Easier } from './sales-sections.tsx';

export function SalesScreen({ step }: ScreenProps) {
  const endsAt = useSaleEnd();
  // In one step: the page is drawn anew when the offer ends, not every second.
  const pricing = salesPricing(useRemaining(endsAt, SALES_COUNTDOWN_MS, SALES_COUNTDOWN_MS));
  const [plans, setPrices] = usePlans();
  useTrackProgress(step.key);
  usePreload('terms');
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
      <Section>
        <Guarantee />
      </Section>
      <DailyEmails />
      <TestimonialList title={SALES_COPY.testimonials} testimonials={TESTIMONIALS.slice(0, 3)} />
      <OfferFooter />
    </Screen>
  );
}
