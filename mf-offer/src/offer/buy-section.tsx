import {
  formatUsd,
  type OfferPage,
  OWNER_CONFIG,
  type OwnerConfig,
  type Plan,
  priceOf,
  type Pricing,
} from '@course/funnel';
import { OFFER_COPY } from '../flow/sales-copy.ts';
import { Button } from '@course/ui';
import { isTicked } from '@course/ui/checkbox';
import { RadioGroup } from '@course/ui/radio-group';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { PricesByPlan } from '../checkout/changed-prices.ts';
import { CheckoutDialogs } from '../checkout/checkout-dialogs.tsx';
import { loadCheckoutModules } from '../checkout/checkout-modules.ts';
import { checkoutRequest } from '../checkout/checkout-request.ts';
import { isBusy } from '../checkout/checkout.ts';
import { usePlan } from '../checkout/plan-in-address.ts';
import { useCheckout } from '../checkout/use-checkout.ts';
import { usePrefetch } from '../flow/prefetch.ts';
import css from './buy-section.module.css';
import { keepChoices } from './kept-choices.ts';
import { PRICING_ID } from './offer-header.tsx';
import { PaymentMarks } from './payment-marks.tsx';
import { PlanCard } from './plan-card.tsx';
import { Section } from './section.tsx';
import { TermsBox, useMissingTick } from './terms-box.tsx';

const TITLE_ID = 'choose-plan';

interface BuySectionProps {
  readonly page: OfferPage;
  /** The plans at the prices shown and charged. */
  readonly plans: readonly Plan[];
  readonly pricing: Pricing;
  /** Called if the server's prices differ from these. */
  readonly onPrices: (prices: PricesByPlan) => void;
  readonly badge?: boolean;
  /** Shown between the plans and the terms. */
  readonly children?: ReactNode;
  readonly config?: OwnerConfig;
}

/** The plans, the terms and the checkout. */
export function BuySection({
  page,
  plans,
  pricing,
  onPrices,
  badge = false,
  children,
  config = OWNER_CONFIG,
}: BuySectionProps) {
  const form = useRef<HTMLFormElement>(null);
  const terms = useRef<HTMLButtonElement>(null);
  const begin = useRef<HTMLButtonElement>(null);
  const [plan, setPlan] = usePlan(page);
  const { missingTick, showMissing, reset } = useMissingTick();
  const control = useCheckout(onPrices);
  const busy = isBusy(control.checkout);
  const repriced = plans.find(({ key }) => key === control.repriced);
  const button = useReturnedFocus(busy);
  usePrefetch(loadCheckoutModules);
  const tick = (ticked: boolean) => {
    keepChoices(page, { ticked });
    reset();
  };

  const buy = () => {
    const { askImmediatePerformance: asksToBegin } = config;
    const isAccepted = isTicked(terms.current);
    if (isAccepted && (!asksToBegin || isTicked(begin.current)))
      return control.open(
        checkoutRequest(new FormData(form.current!), { plans, pricing, now: new Date(), asksToBegin }),
      );
    showMissing(isAccepted ? 'begin' : 'terms');
    (isAccepted ? begin : terms).current?.focus();
  };
  return (
    <Section id={PRICING_ID} title={OFFER_COPY.choosePlan} titleId={TITLE_ID}>
      <form ref={form} className={css['form']} autoComplete="off" onSubmit={(event) => event.preventDefault()}>
        <RadioGroup
          name="plan"
          value={plan}
          onValueChange={setPlan}
          disabled={busy}
          aria-labelledby={TITLE_ID}
          className={css['plans']}
        >
          {plans.map((offered) => (
            <PlanCard key={offered.key} plan={offered} pricing={pricing} badge={badge} />
          ))}
        </RadioGroup>
        {children}
        <div className={css['buy']}>
          <p className={css['oneTime']}>{OFFER_COPY.oneTime}</p>
          {repriced && (
            <p role="alert" className={css['repriced']}>
              {OFFER_COPY.priceChanged(repriced.title, formatUsd(priceOf(repriced, pricing)))}
            </p>
          )}
          <TermsBox
            page={page}
            missingTick={missingTick}
            termsRef={terms}
            beginRef={begin}
            onTick={tick}
            onBegin={reset}
            config={config}
          />
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

/**
 * Returns the focus to a button that lost it by being disabled while busy, unless the focus has moved elsewhere by
 * then.
 */
function useReturnedFocus(busy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true });
    wasBusy.current = busy;
  }, [busy]);
  return button;
}
