import { type Countdown, OWNER_CONFIG } from '@course/funnel';
import { SALES002_COUNTDOWN_MS, SALES002_TIMER_KEY } from '../../flow/offer-rules.ts';
import { readRaw, writeRaw } from '@course/platform';
import { useOnceHydrated } from '@course/ui';
import { startedAt } from '../../offer/countdown.ts';

/** The stored start of this browser's countdown, verbatim milliseconds. */
interface StartStore {
  readonly read: () => string | null;
  readonly write: (start: string) => void;
}

/** When the countdown ends, in ms since 1970; undefined when there is none. An evergreen one starts on the first visit. */
export function promoEnd(countdown: Countdown, store: StartStore, now: number): number | undefined {
  switch (countdown.mode) {
    case 'off':
      return undefined;
    case 'deadline':
      return Date.parse(countdown.endsAt);
    case 'evergreen': {
      const start = startedAt(store.read(), now);
      store.write(String(start));
      return start + SALES002_COUNTDOWN_MS;
    }
    default:
      return countdown satisfies never;
  }
}

const STORE = {
  read: () => readRaw(SALES002_TIMER_KEY),
  write: (start: string) => {
    if (start !== readRaw(SALES002_TIMER_KEY)) writeRaw(SALES002_TIMER_KEY, start);
  },
};

const readPromoEnd = (): number | undefined => promoEnd(OWNER_CONFIG.sales002Countdown, STORE, Date.now());

/** When the countdown ends, in ms since 1970. Undefined while the served HTML hydrates, or when there is none. */
export const usePromoEnd = (): number | undefined => useOnceHydrated(undefined, readPromoEnd);
