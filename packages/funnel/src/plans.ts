import { formatUsd, type Cents } from './money.ts';

export type PlanKey = '1week' | '4week' | '12week';
export type Pricing = 'discounted' | 'original';

export interface Plan {
  readonly key: PlanKey;
  readonly title: string;
  readonly days: number;
  readonly originalCents: Cents;
  readonly discountedCents: Cents;
  readonly popular: boolean;
}

export const CURRENCY = 'usd';
export const DEFAULT_PLAN: PlanKey = '4week';
export const DEFAULT_PRICING: Pricing = 'discounted';

/** The catalogue, from section 9 of the specification. Server and screens read prices here and nowhere else. */
export const PLANS: readonly Plan[] = [
  { key: '1week', title: '1-WEEK PLAN', days: 7, originalCents: 1552, discountedCents: 776, popular: false },
  { key: '4week', title: '4-WEEK PLAN', days: 28, originalCents: 4479, discountedCents: 2240, popular: true },
  { key: '12week', title: '12-WEEK PLAN', days: 84, originalCents: 8959, discountedCents: 4480, popular: false },
];

/** A price of the catalogue. */
export type PlanPrice = Pick<Plan, 'originalCents' | 'discountedCents'>;

/** How much less the discounted prices are, in whole percent: what holds for every plan. */
export const discountPercentOf = (plans: readonly PlanPrice[]): number =>
  Math.min(...plans.map(({ originalCents, discountedCents }) => Math.round(100 - (100 * discountedCents) / originalCents)));

/** The least that a day costs, at the discounted prices: `$0.53/day`. */
export const fromPerDayOf = (plans: readonly Plan[]): string =>
  `${formatUsd(Math.min(...plans.map(({ discountedCents, days }) => discountedCents / days)))}/day`;

export const DISCOUNT_PERCENT = discountPercentOf(PLANS);

export const findPlan = (key: string): Plan | undefined => PLANS.find((plan) => plan.key === key);

export const isPricing = (value: string): value is Pricing => value === 'discounted' || value === 'original';

export const priceOf = (plan: PlanPrice, pricing: Pricing): Cents =>
  pricing === 'discounted' ? plan.discountedCents : plan.originalCents;

/** The plan's price over its days, in dollars with two decimals: `$0.80`. */
export const perDayOf = (plan: Plan, pricing: Pricing): string => formatUsd(priceOf(plan, pricing) / plan.days);
