import { OWNER_CONFIG, SALES_COUNTDOWN_MS, type OwnerConfig } from '@course/funnel';

/** When the offer of a load at `now` ends: after ten minutes, but never later than a real deadline. Ms since 1970. */
export function saleEnd(
  now: number,
  { sales002Countdown: countdown }: Pick<OwnerConfig, 'sales002Countdown'> = OWNER_CONFIG,
): number {
  const end = now + SALES_COUNTDOWN_MS;
  return countdown.mode === 'deadline' ? Math.min(end, Date.parse(countdown.endsAt)) : end;
}
