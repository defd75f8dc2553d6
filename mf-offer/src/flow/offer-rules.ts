import type { Countdown, Pricing } from '@course/funnel';

/** Durations of the offer in milliseconds, from section 9 of the specification. */
export const SALES_COUNTDOWN_MS = 600_000;
export const SALES002_COUNTDOWN_MS = 600_000;
export const TERMS_SHAKE_MS = 1_000;

/** Local storage key: the start of this browser's countdown on /sales002, in ms since 1970. */
export const SALES002_TIMER_KEY = 'sales002_timer_start_v2';

/** Returns the pricing of /sales: discounted while time remains. */
export const salesPricing = (remainingMs: number): Pricing => (remainingMs > 0 ? 'discounted' : 'original');

/** Returns the pricing of /sales002: discounted, unless the owner has set a real deadline and it has passed. */
export const sales002Pricing = (remainingMs: number, { mode }: Countdown): Pricing =>
  mode === 'deadline' ? salesPricing(remainingMs) : 'discounted';
