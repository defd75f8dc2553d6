import { discountEndsAt, OWNER_CONFIG, type OwnerConfig } from '@course/funnel';
import { readRaw, writeRaw } from '@course/platform';
import { useOnceHydrated } from '@course/ui';
import { useEffect } from 'react';
import { keepChoices, useKeptChoices } from './kept-choices.ts';

type Config = Pick<OwnerConfig, 'sales002Countdown'>;

/**
 * How long the offer lasts (section 9 of the specification): on /sales from each load, on /sales002 once per browser.
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

/** The stored start of this browser's countdown on /sales002, verbatim milliseconds since 1970. */
interface StartStore {
  readonly read: () => string | null;
  readonly write: (start: string) => void;
}

const KEY = 'sales002_timer_start_v2';
const STORE: StartStore = {
  read: () => readRaw(KEY),
  write: (start) => {
    if (start !== readRaw(KEY)) writeRaw(KEY, start);
  },
};

/** Returns when a stored countdown started; `now` if the stored value is not a time or is in the future. */
export function startedAt(stored: string | null, now: number): number {
  const start = stored !== null && /^\d{1,16}$/.test(stored) ? Number(stored) : NaN;
  return start > 0 && start <= now ? start : now;
}

/** Returns when /sales002's countdown ends, in ms since 1970, or undefined. `evergreen` starts on the first visit. */
export function promoEnd(now: number, store: StartStore, config: Config): number | undefined {
  const { mode } = config.sales002Countdown;
  switch (mode) {
    case 'off':
      return undefined;
    case 'deadline':
      return discountEndsAt(config);
    case 'evergreen': {
      const start = startedAt(store.read(), now);
      store.write(String(start));
      return start + COUNTDOWN_MS;
    }
    default:
      return mode satisfies never;
  }
}

/** `promoEnd` as a hook; also undefined during hydration. */
export const usePromoEnd = (config: Config): number | undefined =>
  useOnceHydrated(undefined, () => promoEnd(Date.now(), STORE, config));
