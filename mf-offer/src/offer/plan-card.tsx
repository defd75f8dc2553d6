import { formatUsd, perDayOf, priceOf, type Plan, type Pricing } from '@course/funnel';
import { OFFER_COPY } from '../flow/sales-copy.ts';
import { RadioItem } from '@course/ui/radio-group';
import css from './plan-card.module.css';

interface PlanCardProps {
  readonly plan: Plan;
  readonly pricing: Pricing;
  /** Whether each card says that the discount is applied. */
  readonly badge: boolean;
}

/** One plan to choose: a radio button with its price. */
export const PlanCard = ({ plan, pricing, badge }: PlanCardProps) => (
  <RadioItem value={plan.key} className={css['card']} data-plan={plan.key}>
    <span className={css['what']}>
      {plan.popular && <span className={css['popular']}>{OFFER_COPY.popular}</span>}
      <span className={css['title']}>{plan.title}</span>
      {badge && pricing === 'discounted' && <span className={css['applied']}>{OFFER_COPY.discountApplied}</span>}
    </span>
    <span className={css['money']}>
      {pricing === 'discounted' && <s className={css['before']}>{formatUsd(plan.originalCents)}</s>}
      <strong className={css['price']}>{formatUsd(priceOf(plan, pricing))}</strong>
      <span className={css['perDay']}>{`${perDayOf(plan, pricing)} per day`}</span>
    </span>
  </RadioItem>
);
