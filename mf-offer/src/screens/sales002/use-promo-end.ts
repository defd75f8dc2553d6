import { OWNER_CONFIG, SALES002_TIMER_KEY } from '@course/funnel';
import { readRaw, writeRaw } from '@course/platform';
import { useEffect, useState } from 'react';
import { promoEnd } from './promo-end.ts';

const STORE = {
  read: () => readRaw(SALES002_TIMER_KEY),
  write: (start: string) => writeRaw(SALES002_TIMER_KEY, start),
};

/** When the countdown ends. Undefined while the served HTML hydrates, or when there is none. */
export function usePromoEnd(): number | undefined {
  const [endsAt, setEndsAt] = useState<number>();
  useEffect(() => setEndsAt(promoEnd(OWNER_CONFIG.sales002Countdown, STORE, Date.now())), []);
  return endsAt;
}
