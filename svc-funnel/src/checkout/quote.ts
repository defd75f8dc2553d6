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

/** What is bought, for how much, by whom, and where the visitor comes back to. Two equal quotes share one checkout. */
export type Quote = Pick<Checkout, 'plan' | 'pricing' | 'amountCents' | 'currency' | 'tax' | 'email' | 'returnOrigin'>;

/** A click in the last second of a deadline still counts, however long it was under way. */
const GRACE_MS = 60_000;

/**
 * From then on a request has to name the price that its page shows. Pages from before the release of 2026-11-22 do not, and
 * are served for 30 days more.
 */
export const SHOWN_PRICE_REQUIRED_FROM = Date.parse('2026-12-22T00:00:00Z');

/** Who asks, from where, when (ms since 1970), what the owner decided, and what the plans cost. */
export interface QuoteContext {
  readonly email: string | null;
  readonly returnOrigin: string;
  readonly now: number;
  readonly config?: Pick<OwnerConfig, 'sales002Countdown' | 'tax'>;
  readonly plans?: readonly Plan[];
}

/**
 * Prices the request from the catalogue. Throws `unknown_plan`, `unknown_pricing`, `offer_ended` when the discount is over,
 * `price_changed` when the page shows another price, or `page_outdated` when it does not name one and has to by now.
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
  requireShown(shown, price, { now, plans });
  return { plan: plan.key, pricing, ...price, tax: config.tax, email, returnOrigin };
}

function requireShown(
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
