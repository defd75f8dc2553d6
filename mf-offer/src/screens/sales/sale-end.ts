import { OWNER_CONFIG, type OwnerConfig } from '@course/funnel';
import { SALES_COUNTDOWN_MS } from '../../flow/offer-rules.ts';
import { useEffect } from 'react';
import { keepChoices, useKeptChoices } from '../../offer/kept-choices.ts';

/** When the offer of a load at `now` ends: after ten minutes, but never later than a real deadline. Ms since 1970. */
export function saleEnd(
  now: number,
  { sales002Countdown: countdown }: Pick<OwnerConfig, 'sales002Countdown'> = OWNER_CONFIG,
): number {
  const end = now + SALES_COUNTDOWN_MS;
  return countdown.mode === 'deadline' ? Math.min(end, Date.parse(countdown.endsAt)) : end;
}

/**
 * When the offer of this load ends, in ms since 1970: it begins when the page is first on show. Undefined until then.
 * Leaving the page and coming back within the document is no load, so the offer goes on.
 */
export function useSaleEnd(): number | undefined {
  const { endsAt } = useKeptChoices('sales');
  useEffect(() => {
    if (endsAt === undefined) keepChoices('sales', { endsAt: saleEnd(Date.now()) });
  }, [endsAt]);
  return endsAt;
}
