import { ApiError, type CreateCheckout } from '@course/contracts';
import { CURRENCY, DEFAULT_PRICING, findPlan, hasOfferEnded, isPricing, OWNER_CONFIG, priceOf, type OwnerConfig } from '@course/funnel';
import type { Checkout } from '../generated/prisma/client.ts';

/** What is bought, for how much, by whom, and where the visitor comes back to. Two equal choices share one checkout. */
export type Choice = Pick<Checkout, 'plan' | 'pricing' | 'amountCents' | 'currency' | 'email' | 'returnOrigin'>;

/** A click in the last second of a deadline still counts, however long it was under way. */
const GRACE_MS = 60_000;

/** Who asks, from where, when (ms since 1970), and what the owner decided. */
export interface Asking {
  readonly email: string | null;
  readonly returnOrigin: string;
  readonly now: number;
  readonly config?: Pick<OwnerConfig, 'sales002Countdown'>;
}

/** Prices the request from the catalogue. Throws `unknown_plan`, `unknown_pricing`, or `offer_ended` when the discount is over. */
export function chooseFrom({ plan: key, pricing = DEFAULT_PRICING }: CreateCheckout, { email, returnOrigin, now, config = OWNER_CONFIG }: Asking): Choice {
  const plan = findPlan(key);
  if (!plan) throw new ApiError('unknown_plan');
  if (!isPricing(pricing)) throw new ApiError('unknown_pricing');
  if (pricing === 'discounted' && hasOfferEnded(now - GRACE_MS, config)) throw new ApiError('offer_ended');
  return { plan: plan.key, pricing, amountCents: priceOf(plan, pricing), currency: CURRENCY, email, returnOrigin };
}

export const isSameChoice = (a: Choice, b: Choice): boolean =>
  a.plan === b.plan &&
  a.pricing === b.pricing &&
  a.amountCents === b.amountCents &&
  a.currency === b.currency &&
  a.email === b.email &&
  a.returnOrigin === b.returnOrigin;
