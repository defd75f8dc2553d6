import { ApiError, type CreateCheckout } from '@course/contracts';
import { CURRENCY, DEFAULT_PRICING, findPlan, isPricing, priceOf } from '@course/funnel';
import type { Checkout } from '../generated/prisma/client.ts';

/** What is bought, for how much, by whom, and where the visitor comes back to. Two equal choices share one checkout. */
export type Choice = Pick<Checkout, 'plan' | 'pricing' | 'amountCents' | 'currency' | 'email' | 'returnOrigin'>;

/** Prices the request from the catalogue. Throws `unknown_plan` or `unknown_pricing`. */
export function chooseFrom({ plan: key, pricing = DEFAULT_PRICING }: CreateCheckout, email: string | null, returnOrigin: string): Choice {
  const plan = findPlan(key);
  if (!plan) throw new ApiError('unknown_plan');
  if (!isPricing(pricing)) throw new ApiError('unknown_pricing');
  return { plan: plan.key, pricing, amountCents: priceOf(plan, pricing), currency: CURRENCY, email, returnOrigin };
}

export const isSameChoice = (a: Choice, b: Choice): boolean =>
  a.plan === b.plan &&
  a.pricing === b.pricing &&
  a.amountCents === b.amountCents &&
  a.currency === b.currency &&
  a.email === b.email &&
  a.returnOrigin === b.returnOrigin;
