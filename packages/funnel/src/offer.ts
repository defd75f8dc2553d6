import type { Pricing } from './plans.ts';

/** The offer's clocks, from section 9 of the specification. Milliseconds. */
export const SALES_COUNTDOWN_MS = 600_000;
export const SALES002_COUNTDOWN_MS = 600_000;
export const TERMS_SHAKE_MS = 1_000;

/** Local storage: when this browser's countdown on /sales002 began, in ms since 1970, verbatim. */
export const SALES002_TIMER_KEY = 'sales002_timer_start_v2';

export type OfferPage = 'sales' | 'sales002';

/** How the countdown of /sales002 behaves. `endsAt` is an ISO time; after it the original prices are shown and charged. */
export type Countdown = { readonly mode: 'evergreen' } | { readonly mode: 'off' } | { readonly mode: 'deadline'; readonly endsAt: string };

/** Where an owner decides how strict the offer is. The defaults follow the specification. */
export interface OfferPolicy {
  /** Whether the terms box starts ticked. */
  readonly termsTicked: Readonly<Record<OfferPage, boolean>>;
  /** Whether a line of text says what is missing when checkout is tried without the terms. */
  readonly explainMissingTerms: boolean;
  readonly sales002Countdown: Countdown;
}

export const OFFER_POLICY: OfferPolicy = {
  termsTicked: { sales: false, sales002: true },
  explainMissingTerms: false,
  sales002Countdown: { mode: 'evergreen' },
};

/** /sales: discounted while time remains. */
export const salesPricing = (remainingMs: number): Pricing => (remainingMs > 0 ? 'discounted' : 'original');

/** /sales002: always discounted, unless an owner set a real deadline and it has passed. */
export const sales002Pricing = (remainingMs: number, { mode }: Countdown): Pricing =>
  mode === 'deadline' ? salesPricing(remainingMs) : 'discounted';
