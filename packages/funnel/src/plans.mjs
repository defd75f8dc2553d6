import { formatUsd } from './money.mjs';

/** @typedef {'1week' | '4week' | '12week'} PlanKey */
/** @typedef {'discounted' | 'original'} Pricing */

/**
 * @typedef {object} Plan
 * @property {PlanKey} key
 * @property {string} title
 * @property {number} days
 * @property {import('./money.mjs').Cents} originalCents
 * @property {import('./money.mjs').Cents} discountedCents
 * @property {boolean} popular
 */

/** @typedef {Pick<Plan, 'originalCents' | 'discountedCents'>} PlanPrice A price of the catalogue. */

export const CURRENCY = 'usd';
/** @type {PlanKey} */
export const DEFAULT_PLAN = '4week';
/** @type {Pricing} */
export const DEFAULT_PRICING = 'discounted';

/**
 * The catalogue, from section 9 of the specification. Server and screens read prices here and nowhere else.
 * @type {readonly Readonly<Plan>[]}
 */
export const PLANS = [
  { key: '1week', title: '1-WEEK PLAN', days: 7, originalCents: 1552, discountedCents: 776, popular: false },
  { key: '4week', title: '4-WEEK PLAN', days: 28, originalCents: 4479, discountedCents: 2240, popular: true },
  { key: '12week', title: '12-WEEK PLAN', days: 84, originalCents: 8959, discountedCents: 4480, popular: false },
];

/**
 * How much less the discounted prices are, in whole percent: what holds for every plan.
 * @param {readonly PlanPrice[]} plans
 */
export const discountPercentOf = (plans) =>
  Math.min(
    ...plans.map(({ originalCents, discountedCents }) => Math.round(100 - (100 * discountedCents) / originalCents)),
  );

/**
 * The least that a day costs, at the discounted prices: `$0.53/day`.
 * @param {readonly Plan[]} plans
 */
export const fromPerDayOf = (plans) =>
  `${formatUsd(Math.min(...plans.map(({ discountedCents, days }) => discountedCents / days)))}/day`;

export const DISCOUNT_PERCENT = discountPercentOf(PLANS);

/** @param {string} key */
export const findPlan = (key) => PLANS.find((plan) => plan.key === key);

/**
 * @param {string} value
 * @returns {value is Pricing}
 */
export const isPricing = (value) => value === 'discounted' || value === 'original';

/**
 * @param {PlanPrice} plan
 * @param {Pricing} pricing
 * @returns {import('./money.mjs').Cents}
 */
export const priceOf = (plan, pricing) => (pricing === 'discounted' ? plan.discountedCents : plan.originalCents);

/**
 * The plan's price over its days, in dollars with two decimals: `$0.80`.
 * @param {Plan} plan
 * @param {Pricing} pricing
 */
export const perDayOf = (plan, pricing) => formatUsd(priceOf(plan, pricing) / plan.days);
