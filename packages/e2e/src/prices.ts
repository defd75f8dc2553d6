import { findPlan, formatUsd } from '@course/funnel';

/** The 4-week plan with the discount, in cents. */
export const FOUR_WEEKS_CENTS = findPlan('4week')?.discountedCents ?? Number.NaN;

/** The same as screens and mails show it. */
export const FOUR_WEEKS_PRICE = formatUsd(FOUR_WEEKS_CENTS);
