import { CURRENCY, priceOf, TERMS_VERSION, type Plan, type Pricing } from '@course/funnel';
import { PLAN_VERSION } from '@course/funnel/course';
import type { CheckoutRequest } from './checkout.ts';

/** What the offer's form asks to buy, at the prices that it shows. The terms are accepted by the click, at `now`. */
export function checkoutRequest(
  form: FormData,
  { plans, pricing, now }: { plans: readonly Plan[]; pricing: Pricing; now: Date },
): CheckoutRequest {
  const plan = String(form.get('plan'));
  const shown = plans.find(({ key }) => key === plan);
  return {
    plan,
    pricing,
    ...(shown && { shown: { amountCents: priceOf(shown, pricing), currency: CURRENCY } }),
    termsVersion: TERMS_VERSION,
    termsAcceptedAt: now.toISOString(),
    planVersion: PLAN_VERSION,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
