import { POLICY, PRODUCT } from '@course/funnel';
import { DateTime } from 'luxon';
import { DAY_MS, HOUR_MS } from '../platform/clock.ts';

/** States of a withdrawal, as in its row's check constraint. */
export type WithdrawalStatus =
  /** Its order has not been looked up yet. */
  | 'declared'
  /** There is no such order. */
  | 'unmatched'
  /** Its refund begins at `refundAt`; until then its reader can object. */
  | 'received'
  /** The refund is queued, and is queued again at `refundAt`. */
  | 'refunding'
  /** Received after the legal time, so the owner decides. */
  | 'late'
  /** Undone by the reader. */
  | 'objected'
  /** Settled by the owner, without a refund through the provider. */
  | 'settled';

/** States from which the refund is made automatically. */
export const AWAITING_REFUND: WithdrawalStatus[] = ['received', 'refunding'];

export const isAwaitingRefund = ({ status }: { readonly status: string }): boolean =>
  AWAITING_REFUND.some((state) => state === status);

/** States that only one of an order's withdrawals can have at a time, however often one is declared. */
export const AWAITING_REFUND_OR_OWNER: WithdrawalStatus[] = [...AWAITING_REFUND, 'late'];

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

/** For declarations in transit, and for last days that fall on a weekend or a holiday. */
const TOLERANCE_DAYS = 3;

/** Returns true if a withdrawal that was received at this time counts without the owner's decision. */
export const isDeclaredInTime = (receivedAt: Date, paidAt: Date, timeZone: string): boolean =>
  receivedAt.getTime() <= withdrawalEnds(paidAt, timeZone).getTime() + TOLERANCE_DAYS * DAY_MS;

/**
 * Days after which the refund of a withdrawal no longer waits for its receipt, and the owner is alerted that it has not
 * been made: in time for `POLICY.withdrawalRefundDays`.
 */
export const REFUND_URGENT_DAYS = 10;

/** The longest that a refund waits for its receipt, in ms. */
export const RECEIPT_WAIT_MAX_MS = REFUND_URGENT_DAYS * DAY_MS;

/** A receipt sent within this time, in ms, does not postpone the refund. */
export const PROMPT_RECEIPT_MS = HOUR_MS;

/** Returns the time from which a refund's periods are counted: a delayed payment cannot be refunded before it arrives. */
const refundCountsFrom = (receivedAt: Date, paidAt: Date): number => Math.max(receivedAt.getTime(), paidAt.getTime());

/** The time to object to a withdrawal, in ms. */
export const OBJECTION_MS = POLICY.withdrawalObjectionHours * HOUR_MS;

/** Returns when the refund of a withdrawal begins if its receipt is sent at once; until then its reader can object. */
export const scheduledRefundAt = (receivedAt: Date, paidAt: Date): Date =>
  new Date(refundCountsFrom(receivedAt, paidAt) + OBJECTION_MS);

/** The stored times that determine when the refund of a withdrawal begins. */
export interface RefundTimes {
  readonly status: string | null;
  readonly receivedAt: Date;
  readonly refundAt: Date | null;
  readonly refundBeganAt: Date | null;
}

/** Returns when the refund of a declared withdrawal begins or began; null if the owner decides about it. */
export function refundBeginsAt(
  { status, receivedAt, refundAt, refundBeganAt }: RefundTimes,
  paidAt: Date,
): Date | null {
  if (refundBeganAt !== null) return refundBeganAt;
  // It began before its time was stored, and `refundAt` is when it is queued again.
  return status === 'refunding' ? scheduledRefundAt(receivedAt, paidAt) : refundAt;
}

/** Returns the last moment at which the law allows the refund to be made. */
export const refundLatestAt = (receivedAt: Date, paidAt: Date): Date =>
  new Date(refundCountsFrom(receivedAt, paidAt) + POLICY.withdrawalRefundDays * DAY_MS);
