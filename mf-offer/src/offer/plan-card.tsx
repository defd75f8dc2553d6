import {
  formatUsd,
  OWNER_CONFIG,
  perDayOf,
  priceOf,
  type Plan,
  type Pricing,
  type Tax,
  taxNoteOf,
} from '@course/funnel';
import { OFFER_COPY } from '../flow/sales-copy.ts';
import { RadioItem } from '@course/ui/radio-group';
import css from './plan-card.module.css';

interface PlanCardProps {
  readonly plan: Plan;
  readonly pricing: Pricing;
  /** True if each card shows that the discount is applied. */
  readonly badge: boolean;
  readonly tax?: Tax;
}

/** A plan with its price, as a radio button. */
export const PlanCard = ({ plan, pricing, badge, tax = OWNER_CONFIG.tax }: PlanCardProps) => (
  <RadioItem value={plan.key} className={css['card']} data-plan={plan.key}>
    <span className={css['what']}>
      {plan.popular && <span className={css['popular']}>{OFFER_COPY.popular}</span>}
      <span className={css['title']}>{plan.title}</span>
      {badge && pricing === 'discounted' && <span className={css['applied']}>{OFFER_COPY.discountApplied}</span>}
    </span>
    <span className={css['money']}>
      {pricing === 'discounted' && (
        <>
          {/* A radio button's name has no markup: without these words, nothing would tell the two prices apart. */}
          <span className="visually-hidden">{OFFER_COPY.priceBefore} </span>
          <s className={css['before']}>{formatUsd(plan.originalCents)}</s>
          <span className="visually-hidden"> {OFFER_COPY.priceNow} </span>
        </>
      )}
      <strong className={css['price']}>{formatUsd(priceOf(plan, pricing))}</strong>
      {tax !== 'off' && <span className={css['tax']}>{taxNoteOf(tax)}</span>}
      <span className={css['perDay']}>{`${perDayOf(plan, pricing)} per day`}</span>
    </span>
  </RadioItem>
);
