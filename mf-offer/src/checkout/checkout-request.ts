import { TERMS_VERSION, type Pricing } from '@course/funnel';
import type { CheckoutRequest } from './checkout.ts';

/** What the offer's form asks to buy, at the prices it shows. The terms are accepted by the click, at `now`. */
export const checkoutRequest = (form: FormData, pricing: Pricing, now: Date): CheckoutRequest => ({
  plan: String(form.get('plan')),
  pricing,
  termsVersion: TERMS_VERSION,
  termsAcceptedAt: now.toISOString(),
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});
