import { CURRENCY, priceOf, TERMS_VERSION, type Plan, type Pricing } from '@course/funnel';
import { GENERAL_PLAN } from '@course/funnel/course';
import type { CheckoutRequest } from './checkout.ts';

interface Shown {
  readonly plans: readonly Plan[];
  readonly pricing: Pricing;
  readonly now: Date;
  /** The box of an early beginning was asked for and ticked. */
  readonly asksToBegin?: boolean;
}

/** What the offer's form asks to buy, at the prices that it shows. The terms are accepted by the click, at `now`. */
export function checkoutRequest(form: FormData, { plans, pricing, now, asksToBegin = false }: Shown): CheckoutRequest {
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
