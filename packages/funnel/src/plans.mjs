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

/** @typedef {Pick<Plan, 'originalCents' | 'discountedCents'>} PlanPrice The prices of a plan. */

export const CURRENCY = 'usd';
/** @type {PlanKey} */
export const DEFAULT_PLAN = '4week';
/** @type {Pricing} */
export const DEFAULT_PRICING = 'discounted';

/**
 * The plans of section 9 of the specification: the only source of prices for server and screens.
 * @type {readonly Readonly<Plan>[]}
 */
export const PLANS = [
  { key: '1week', title: '1-WEEK PLAN', days: 7, originalCents: 1552, discountedCents: 776, popular: false },
  { key: '4week', title: '4-WEEK PLAN', days: 28, originalCents: 4479, discountedCents: 2240, popular: true },
  { key: '12week', title: '12-WEEK PLAN', days: 84, originalCents: 8959, discountedCents: 4480, popular: false },
];

/**
 * Returns the discount that every plan has at least, in whole percent.
 * @param {readonly PlanPrice[]} plans
 */
export const discountPercentOf = (plans) =>
  Math.min(
    ...plans.map(({ originalCents, discountedCents }) => Math.round(100 - (100 * discountedCents) / originalCents)),
  );

export const DISCOUNT_PERCENT = discountPercentOf(PLANS);

/** @param {string} key */
export const findPlan = (key) => PLANS.find((plan) => plan.key === key);

/**
 * Returns the plan's title; the key itself for a plan that is no longer sold.
 * @param {string} key
 */
export const planTitleOf = (key) => findPlan(key)?.title ?? key;

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
 * Returns the plan's price per day, such as `$0.80`.
 * @param {Plan} plan
 * @param {Pricing} pricing
 */
export const perDayOf = (plan, pricing) => formatUsd(priceOf(plan, pricing) / plan.days);

/**
 * Returns the lowest price per day of all plans, such as `$0.53/day`.
 * @param {readonly Plan[]} plans
 * @param {Pricing} [pricing]
 */
export const fromPerDayOf = (plans, pricing = DEFAULT_PRICING) =>
  `${formatUsd(Math.min(...plans.map((plan) => priceOf(plan, pricing) / plan.days)))}/day`;

/**
 * Returns the tax note next to a price: `including VAT`, or null if there is none.
 * @param {import('./owner-config.mjs').Tax} tax
 */
export const taxNoteOf = (tax) => (tax === 'included' ? 'including VAT' : null);
