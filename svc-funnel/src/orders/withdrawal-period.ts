import { POLICY } from '@course/funnel';
import { DateTime } from 'luxon';
import type { Order } from '../generated/prisma/client.ts';
import { DAY_MS, HOUR_MS } from '../platform/clock.ts';

/** For statements that were on their way, and last days that fall on a weekend or a holiday. */
const TOLERANCE_DAYS = 3;

/** Returns the last moment of the legal time to withdraw: the end of its last day where the buyer lives. */
export const withdrawalEnds = (paidAt: Date, timeZone: string): Date =>
  DateTime.fromJSDate(paidAt, { zone: timeZone }).plus({ days: POLICY.withdrawalDays }).endOf('day').toJSDate();

/** Returns true if a statement that was received then withdraws from the order. */
export const isWithdrawnInTime = (
  { paidAt, timeZone }: Pick<Order, 'paidAt'> & { readonly timeZone: string },
  receivedAt: Date,
): boolean => receivedAt.getTime() <= withdrawalEnds(paidAt, timeZone).getTime() + TOLERANCE_DAYS * DAY_MS;

/** Returns when the refund of a withdrawal begins; until then its reader can object. */
export const refundStartsAt = (receivedAt: Date): Date =>
  new Date(receivedAt.getTime() + POLICY.withdrawalObjectionHours * HOUR_MS);

/** Returns the last moment at which the law allows the refund to be made. */
export const refundLatestAt = (receivedAt: Date): Date =>
  new Date(receivedAt.getTime() + POLICY.withdrawalRefundDays * DAY_MS);
