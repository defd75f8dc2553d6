import { findPlan, formatUsd } from '@course/funnel';

/** The discounted price of the 4-week plan, in cents. */
export const FOUR_WEEKS_CENTS = findPlan('4week')?.discountedCents ?? Number.NaN;

/** The same price as screens and mails show it. */
export const FOUR_WEEKS_PRICE = formatUsd(FOUR_WEEKS_CENTS);
