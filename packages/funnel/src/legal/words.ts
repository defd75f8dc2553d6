import { PLANS } from '../plans.mjs';
import { PRODUCT } from '../product.mjs';

const either = (values: readonly number[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values.map(String));

/** `1, 4 or 12` */
export const PLAN_WEEKS = either(PLANS.map((plan) => plan.days / 7));
/** `7, 28 or 84`: one email a day. */
export const PLAN_EMAILS = either(PLANS.map((plan) => plan.days));

/** `1 week = 7 emails`, a plan a line. */
export const PLAN_LINES = PLANS.map(({ days }) => `${days / 7} ${days === 7 ? 'week' : 'weeks'} = ${days} emails`);

export const SUPPORT_LINK = `[${PRODUCT.supportEmail}](mailto:${PRODUCT.supportEmail})`;
