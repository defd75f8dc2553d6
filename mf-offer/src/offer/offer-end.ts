import { discountEndsAt, OWNER_CONFIG, type OwnerConfig } from '@course/funnel';
import { readRaw, writeRaw } from '@course/platform';
import { useOnceHydrated } from '@course/ui';
import { useEffect, useState } from 'react';
import { keepChoices, useKeptChoices } from './kept-choices.ts';

type Config = Pick<OwnerConfig, 'sales002Countdown'>;

/**
 * How long the offer lasts. It is required to be ten minutes: on /sales from each load, on /sales002 once per browser.
 */
export const COUNTDOWN_MS = 600_000;

/**
 * Returns when the offer of a page load of /sales at `now` ends, in ms since 1970. Never later than a real deadline.
 */
export const saleEnd = (now: number, config: Config = OWNER_CONFIG): number =>
  Math.min(now + COUNTDOWN_MS, discountEndsAt(config));

/**
 * Returns when the offer of this page load of /sales ends, in ms since 1970; undefined until the page is first shown,
 * which starts the offer. Leaving the page and coming back within the document does not restart it.
 */
export function useSaleEnd(): number | undefined {
  const { endsAt } = useKeptChoices('sales');
  useEffect(() => {
    if (endsAt === undefined) keepChoices('sales', { endsAt: saleEnd(Date.now()) });
  }, [endsAt]);
  return endsAt;
}

/** Local storage key of the start of this browser's countdown on /sales002, verbatim milliseconds since 1970. */
const KEY = 'sales002_timer_start_v2';

/** Returns when a stored countdown started; `now` if the stored value is not a time or is in the future. */
export function startedAt(stored: string | null, now: number): number {
  const start = stored !== null && /^\d{1,16}$/.test(stored) ? Number(stored) : NaN;
  return start > 0 && start <= now ? start : now;
}

/** Returns when /sales002's countdown ends, in ms since 1970, or undefined. `evergreen` starts on the first visit. */
export function promoEnd(now: number, stored: string | null, config: Config): number | undefined {
  const { mode } = config.sales002Countdown;
  switch (mode) {
    case 'off':
      return undefined;
    case 'deadline':
      return discountEndsAt(config);
    case 'evergreen':
      return startedAt(stored, now) + COUNTDOWN_MS;
    default:
      return mode satisfies never;
  }
}

/** `promoEnd` as a hook; also undefined during hydration. Stores the start of a countdown that begins now. */
export function usePromoEnd(config: Config): number | undefined {
  // Read once, so that every render counts from the time that the effect stores.
  const [now] = useState(Date.now);
  const isEvergreen = config.sales002Countdown.mode === 'evergreen';
  useEffect(() => {
    const stored = readRaw(KEY);
    const start = String(startedAt(stored, now));
    if (isEvergreen && start !== stored) writeRaw(KEY, start);
  }, [isEvergreen, now]);
  return useOnceHydrated(undefined, () => promoEnd(now, readRaw(KEY), config));
}
