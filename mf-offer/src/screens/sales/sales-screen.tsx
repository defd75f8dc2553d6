import { screenOf, TESTIMONIALS } from '@course/funnel';
import { SALES_COPY } from '../../flow/sales-copy.ts';
import { Screen } from '@course/ui';
import { usePlans } from '../../checkout/changed-prices.ts';
import { usePreload } from '../../flow/prefetch.ts';
import type { ScreenProps } from '../../flow/step-frame.tsx';
import { useTrackProgress } from '../../flow/navigation.ts';
import { BuySection } from '../../offer/buy-section.tsx';
import { useHasPassed } from '../../offer/countdown.ts';
import { useOfferEnded } from '../../offer/kept-choices.ts';
import { useSaleEnd } from '../../offer/offer-end.ts';
import { OfferHeader } from '../../offer/offer-header.tsx';
import { GoalCards, Guarantee, OfferFooter, TestimonialList } from '../../offer/offer-sections.tsx';
import { Section } from '../../offer/section.tsx';
import { Benefits, Comparison, DailyEmails, Easier } from './sales-sections.tsx';

export function SalesScreen({ step }: ScreenProps) {
  const endsAt = useSaleEnd();
  const hasPassed = useHasPassed(endsAt);
  const offerEnded = useOfferEnded();
  const isOver = offerEnded || hasPassed;
  const [plans, setPrices] = usePlans();
  useTrackProgress(step.key);
  usePreload('terms');
  return (
    <Screen name={screenOf(step)} layout="page">
      <OfferHeader
        look="limited"
        text={isOver ? SALES_COPY.offerEnded : SALES_COPY.offer}
        endsAt={endsAt}
        hasEnded={isOver}
      />
      <Comparison title={step.title} />
      <Easier />
      <Benefits />
      <Section>
        <GoalCards goal={SALES_COPY.goal} target={SALES_COPY.target} />
      </Section>
      <BuySection page="sales" plans={plans} pricing={isOver ? 'original' : 'discounted'} onPrices={setPrices} />
      <Section>
        <Guarantee />
      </Section>
      <DailyEmails />
      <TestimonialList title={SALES_COPY.testimonials} testimonials={TESTIMONIALS.slice(0, 3)} />
      <OfferFooter />
    </Screen>
  );
}
