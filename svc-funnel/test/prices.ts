import { findPlan } from '@course/funnel';

const discountedCents = (key: '1week' | '4week' | '12week'): number => {
  const plan = findPlan(key);
  if (!plan) throw new Error(`no plan ${key}`);
  return plan.discountedCents;
};

/** What the 4-week plan costs with the discount. */
export const FOUR_WEEKS_CENTS = discountedCents('4week');

/** The same as the owner's tool prints it. */
export const FOUR_WEEKS_TEXT = `${(FOUR_WEEKS_CENTS / 100).toFixed(2)} USD`;
