import type { Countdown } from './owner-config.mjs';
import type { Pricing } from './plans.mjs';

/** The offer's clocks, from section 9 of the specification. Milliseconds. */
export const SALES_COUNTDOWN_MS = 600_000;
export const SALES002_COUNTDOWN_MS = 600_000;
export const TERMS_SHAKE_MS = 1_000;

/** Local storage: when this browser's countdown on /sales002 began, in ms since 1970, verbatim. */
export const SALES002_TIMER_KEY = 'sales002_timer_start_v2';

export type OfferPage = 'sales' | 'sales002';

/** /sales: discounted while time remains. */
export const salesPricing = (remainingMs: number): Pricing => (remainingMs > 0 ? 'discounted' : 'original');

/** /sales002: always discounted, unless an owner set a real deadline and it has passed. */
export const sales002Pricing = (remainingMs: number, { mode }: Countdown): Pricing =>
  mode === 'deadline' ? salesPricing(remainingMs) : 'discounted';
