import { OWNER_CONFIG, type OwnerConfig } from '@course/funnel';
import { SALES_COUNTDOWN_MS } from '../../flow/offer-rules.ts';
import { useOnceHydrated } from '@course/ui';
import { keepChoices, keptChoices } from '../../offer/kept-choices.ts';

/** When the offer of a load at `now` ends: after ten minutes, but never later than a real deadline. Ms since 1970. */
export function saleEnd(
  now: number,
  { sales002Countdown: countdown }: Pick<OwnerConfig, 'sales002Countdown'> = OWNER_CONFIG,
): number {
  const end = now + SALES_COUNTDOWN_MS;
  return countdown.mode === 'deadline' ? Math.min(end, Date.parse(countdown.endsAt)) : end;
}

/** The offer of a load begins when its end is read first. */
function readSaleEnd(): number {
  const { endsAt = saleEnd(Date.now()) } = keptChoices('sales');
  if (keptChoices('sales').endsAt === undefined) keepChoices('sales', { endsAt });
  return endsAt;
}

/**
 * When the offer of this load ends, in ms since 1970. Undefined while the served HTML hydrates. Leaving the page and
 * coming back within the document is no load, so the offer goes on.
 */
export const useSaleEnd = (): number | undefined => useOnceHydrated(undefined, readSaleEnd);
