import { CURRENCY, priceOf, TERMS_VERSION, type Plan, type Pricing } from '@course/funnel';
import { GENERAL_PLAN } from '@course/funnel/course';
import type { CheckoutRequest } from './checkout.ts';

interface OfferState {
  readonly plans: readonly Plan[];
  readonly pricing: Pricing;
  readonly now: Date;
  /** True if the box for immediate performance was shown and ticked. */
  readonly asksToBegin?: boolean;
}

/** Builds the checkout call's body from the offer's form. The click accepts the terms at `now`. */
export function checkoutRequest(
  form: FormData,
  { plans, pricing, now, asksToBegin = false }: OfferState,
): CheckoutRequest {
  const plan = String(form.get('plan'));
  const shown = plans.find(({ key }) => key === plan);
  return {
    plan,
    pricing,
    ...(shown && { shown: { amountCents: priceOf(shown, pricing), currency: CURRENCY } }),
    termsVersion: TERMS_VERSION,
    termsAcceptedAt: now.toISOString(),
    ...(asksToBegin && { askedToBeginAt: now.toISOString() }),
    planVersion: GENERAL_PLAN.version,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
