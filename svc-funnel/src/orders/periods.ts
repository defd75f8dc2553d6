import { POLICY, PRODUCT } from '@course/funnel';
import { DateTime } from 'luxon';
import { DAY_MS } from '../platform/clock.ts';

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
