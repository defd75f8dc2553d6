import { discountEndsAt, OWNER_CONFIG, type OwnerConfig } from '@course/funnel';
import { readRaw, writeRaw } from '@course/platform';
import { useOnceHydrated } from '@course/ui';
import { useEffect } from 'react';
import { keepChoices, useKeptChoices } from './kept-choices.ts';

type Config = Pick<OwnerConfig, 'sales002Countdown'>;

/** How long the offer lasts, from section 9 of the specification: on /sales from each load, on /sales002 in each browser. */
export const COUNTDOWN_MS = 600_000;

/** When the offer of a load of /sales at `now` ends: never later than a real deadline. Ms since 1970. */
export const saleEnd = (now: number, config: Config = OWNER_CONFIG): number =>
  Math.min(now + COUNTDOWN_MS, discountEndsAt(config));

/**
 * When the offer of this load of /sales ends, in ms since 1970: it begins when the page is first on show. Undefined until
 * then. Leaving the page and coming back within the document is no load, so the offer goes on.
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

/** When a stored countdown began. What is not a time, or lies ahead of the clock, starts anew at `now`. */
export function startedAt(stored: string | null, now: number): number {
  const start = stored !== null && /^\d{1,16}$/.test(stored) ? Number(stored) : NaN;
  return start > 0 && start <= now ? start : now;
}

/** When the countdown of /sales002 ends, in ms since 1970; undefined when there is none. An evergreen one starts on the first visit. */
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

/** As `promoEnd`, for the screen. Undefined also while the served HTML hydrates. */
export const usePromoEnd = (config: Config): number | undefined =>
  useOnceHydrated(undefined, () => promoEnd(Date.now(), STORE, config));
