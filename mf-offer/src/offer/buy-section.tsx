import {
  formatUsd,
  OFFER_COPY,
  priceOf,
  TERMS_SHAKE_MS,
  type OfferPage,
  type Plan,
  type Pricing,
} from '@course/funnel';
import { Button } from '@course/ui';
import { isTicked } from '@course/ui/checkbox';
import { RadioGroup } from '@course/ui/radio-group';
import { useRef } from 'react';
import type { PricesByPlan } from '../checkout/changed-prices.ts';
import { checkoutRequest } from '../checkout/checkout-request.ts';
import { isBusy } from '../checkout/checkout.ts';
import { CheckoutDialogs } from '../checkout/checkout-dialogs.tsx';
import { loadCheckoutModules } from '../checkout/checkout-modules.ts';
import { usePlan } from '../checkout/plan-in-address.ts';
import { useCheckout } from '../checkout/use-checkout.ts';
import { useWhenIdle } from '../flow/use-when-idle.ts';
import css from './buy-section.module.css';
import { keepChoices } from './kept-choices.ts';
import { PaymentMarks } from './payment-marks.tsx';
import { PlanCard } from './plan-card.tsx';
import { PRICING_ID } from './pricing-anchor.ts';
import { Section } from './section.tsx';
import { TermsBox } from './terms-box.tsx';
import { useRefusal } from './use-refusal.ts';
import { useReturnedFocus } from './use-returned-focus.ts';

const TITLE_ID = 'choose-plan';

interface BuySectionProps {
  readonly page: OfferPage;
  /** What is shown, and charged. */
  readonly plans: readonly Plan[];
  readonly pricing: Pricing;
  /** The server asks other prices than these. */
  readonly onPrices: (prices: PricesByPlan) => void;
  readonly badge?: boolean;
}

/** The plans, the terms and the checkout. */
export function BuySection({ page, plans, pricing: asked, onPrices, badge = false }: BuySectionProps) {
  const form = useRef<HTMLFormElement>(null);
  const terms = useRef<HTMLButtonElement>(null);
  const [plan, setPlan] = usePlan(page);
  const { refusal, refuse, forgive } = useRefusal(TERMS_SHAKE_MS);
  const control = useCheckout(onPrices);
  const pricing = control.offerEnded ? 'original' : asked;
  const busy = isBusy(control.checkout);
  const repriced = plans.find(({ key }) => key === control.repriced);
  const button = useReturnedFocus(busy);
  useWhenIdle(loadCheckoutModules);
  const tick = (ticked: boolean) => {
    keepChoices(page, { ticked });
    forgive();
  };

  const buy = () => {
    if (isTicked(terms.current))
      return control.open(checkoutRequest(new FormData(form.current!), { plans, pricing, now: new Date() }));
    refuse();
    terms.current?.focus();
  };
  return (
    <Section id={PRICING_ID} title={OFFER_COPY.choosePlan} titleId={TITLE_ID}>
      <form ref={form} className={css['form']} autoComplete="off" onSubmit={(event) => event.preventDefault()}>
        <RadioGroup
          name="plan"
          value={plan}
          onValueChange={setPlan}
          aria-labelledby={TITLE_ID}
          className={css['plans']}
        >
          {plans.map((offered) => (
            <PlanCard key={offered.key} plan={offered} pricing={pricing} badge={badge} />
          ))}
        </RadioGroup>
        <div className={css['buy']}>
          <p className={css['oneTime']}>{OFFER_COPY.oneTime}</p>
          {repriced && (
            <p role="alert" className={css['repriced']}>
              {OFFER_COPY.priceChanged(repriced.title, formatUsd(priceOf(repriced, pricing)))}
            </p>
          )}
          <TermsBox page={page} refusal={refusal} box={terms} onTick={tick} />
          <Button ref={button} onClick={buy} disabled={busy} aria-busy={busy}>
            {busy ? OFFER_COPY.loading : OFFER_COPY.getMyPlan}
          </Button>
          <PaymentMarks />
        </div>
      </form>
      <CheckoutDialogs control={control} />
    </Section>
  );
}
