import { ApiError, type CreateCheckout, type Price } from '@course/contracts';
import {
  CURRENCY,
  DEFAULT_PRICING,
  formatUsd,
  hasOfferEnded,
  isPricing,
  OWNER_CONFIG,
  PLANS,
  priceOf,
  type OwnerConfig,
  type Plan,
} from '@course/funnel';
import type { Checkout } from '../generated/prisma/client.ts';
import { MINUTE_MS } from '../platform/clock.ts';

/** What is bought, for how much, by whom, and where the visitor returns to. Equal quotes share one checkout. */
export type Quote = Pick<Checkout, 'plan' | 'pricing' | 'amountCents' | 'currency' | 'tax' | 'email' | 'returnOrigin'>;

/** Lets a click in the last second before a deadline count, even if its request takes a while. */
const GRACE_MS = MINUTE_MS;

/**
 * From this time on, a request has to contain the price that its page shows. Pages from before the release of
 * 2026-11-22 do not send it, and are served for another 30 days.
 */
export const SHOWN_PRICE_REQUIRED_FROM = Date.parse('2026-12-22T00:00:00Z');

/** The buyer's address, the origin, the time (ms since 1970), the owner's settings and the plans on sale. */
export interface QuoteContext {
  readonly email: string | null;
  readonly returnOrigin: string;
  readonly now: number;
  readonly config?: Pick<OwnerConfig, 'sales002Countdown' | 'tax'>;
  readonly plans?: readonly Plan[];
}

/**
 * Prices the request from the catalogue. Throws `unknown_plan`, `unknown_pricing`, `offer_ended` if the discount has
 * ended, `price_changed` if the page shows another price, or `page_outdated` if it has to send the shown price and does
 * not.
 */
export function quoteFor(
  { plan: key, pricing = DEFAULT_PRICING, shown }: CreateCheckout,
  { email, returnOrigin, now, config = OWNER_CONFIG, plans = PLANS }: QuoteContext,
): Quote {
  const plan = plans.find((offered) => offered.key === key);
  if (!plan)
    throw new ApiError('unknown_plan', `There is no such plan. Use ${plans.map((offered) => offered.key).join(', ')}.`);
  if (!isPricing(pricing)) throw new ApiError('unknown_pricing');
  if (pricing === 'discounted' && hasOfferEnded(now - GRACE_MS, config)) throw new ApiError('offer_ended');
  const price = { amountCents: priceOf(plan, pricing), currency: CURRENCY };
  requireSamePrice(shown, price, { now, plans });
  return { plan: plan.key, pricing, ...price, tax: config.tax, email, returnOrigin };
}

function requireSamePrice(
  shown: Price | undefined,
  price: Price,
  { now, plans }: { now: number; plans: readonly Plan[] },
): void {
  if (!shown && now < SHOWN_PRICE_REQUIRED_FROM) return;
  if (!shown) throw new ApiError('page_outdated');
  if (shown.amountCents === price.amountCents && shown.currency === price.currency) return;
  const changed = {
    price,
    plans: plans.map(({ key: plan, originalCents, discountedCents }) => ({ plan, originalCents, discountedCents })),
  };
  throw new ApiError(
    'price_changed',
    `The price is ${formatUsd(price.amountCents)} now. Nothing was charged. Show it, and ask again with it.`,
    { changed },
  );
}

export const isSameQuote = (a: Quote, b: Quote): boolean =>
  a.plan === b.plan &&
  a.pricing === b.pricing &&
  a.amountCents === b.amountCents &&
  a.currency === b.currency &&
  a.tax === b.tax &&
  a.email === b.email &&
  a.returnOrigin === b.returnOrigin;
