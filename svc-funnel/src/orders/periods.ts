import { POLICY, PRODUCT } from '@course/funnel';
import { DateTime } from 'luxon';
import type { Order } from '../generated/prisma/client.ts';
import { DAY_MS, HOUR_MS } from '../platform/clock.ts';

/** For declarations in transit, and for last days that fall on a weekend or a holiday. */
const TOLERANCE_DAYS = 3;

/**
 * Returns the end of the day that is `days` calendar days later in the time zone, which may not be a multiple of 24
 * hours.
 */
const endOfDayAfter = (moment: Date, timeZone: string, days: number): Date =>
  DateTime.fromJSDate(moment, { zone: timeZone }).plus({ days }).endOf('day').toJSDate();

/** Returns the guarantee's last moment: the end of its last day where the buyer lives. */
export const guaranteeEnds = (paidAt: Date, timeZone: string): Date =>
  endOfDayAfter(paidAt, timeZone, PRODUCT.guaranteeDays);

/** Returns the last moment at which a second order can be undone with one click. */
export const secondOrderUndoEnds = (paidAt: Date): Date => new Date(paidAt.getTime() + POLICY.secondOrderDays * DAY_MS);

/** Returns the last moment of the legal time to withdraw: the end of its last day where the buyer lives. */
export const withdrawalEnds = (paidAt: Date, timeZone: string): Date =>
  endOfDayAfter(paidAt, timeZone, POLICY.withdrawalDays);

/** Returns true if a declaration received at that time withdraws from the order. */
export const isWithdrawnInTime = (
  { paidAt, timeZone }: Pick<Order, 'paidAt'> & { readonly timeZone: string },
  receivedAt: Date,
): boolean => receivedAt.getTime() <= withdrawalEnds(paidAt, timeZone).getTime() + TOLERANCE_DAYS * DAY_MS;

/** Returns when the periods of a refund begin: a delayed payment cannot be refunded before it has arrived. */
const refundCountsFrom = (receivedAt: Date, paidAt: Date): number => Math.max(receivedAt.getTime(), paidAt.getTime());

/** Returns when the refund of a withdrawal begins; until then its reader can object. */
export const refundStartsAt = (receivedAt: Date, paidAt: Date): Date =>
  new Date(refundCountsFrom(receivedAt, paidAt) + POLICY.withdrawalObjectionHours * HOUR_MS);

/**
 * Days after which the refund of a withdrawal no longer waits for its receipt, and the owner is alerted that it has not
 * been made: in time for `POLICY.withdrawalRefundDays`.
 */
export const REFUND_URGENT_DAYS = 10;

/**
 * Returns when the refund of a declared withdrawal begins, or began; null if the owner decides. Once it has begun,
 * `refundAt` is when it is queued again.
 */
export const refundBeginsAt = (
  {
    status,
    receivedAt,
    refundAt,
  }: { readonly status: string | null; readonly receivedAt: Date; readonly refundAt: Date | null },
  paidAt: Date,
): Date | null => (status === 'refunding' ? refundStartsAt(receivedAt, paidAt) : refundAt);

/** Returns the last moment at which the law allows the refund to be made. */
export const refundLatestAt = (receivedAt: Date, paidAt: Date): Date =>
  new Date(refundCountsFrom(receivedAt, paidAt) + POLICY.withdrawalRefundDays * DAY_MS);
