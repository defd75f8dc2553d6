import { POLICY } from '@course/funnel';
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

/** States from which a refund follows by itself. */
export const UNDER_WAY: WithdrawalStatus[] = ['received', 'refunding'];

export const isUnderWay = ({ status }: { readonly status: string }): boolean =>
  UNDER_WAY.some((state) => state === status);

/** States that only one of an order's withdrawals can have at a time, however often one is declared. */
export const PENDING: WithdrawalStatus[] = [...UNDER_WAY, 'late'];

/** Returns the time from which a refund's periods are counted: a delayed payment cannot be refunded before it arrives. */
const refundCountsFrom = (receivedAt: Date, paidAt: Date): number => Math.max(receivedAt.getTime(), paidAt.getTime());

/** Returns when the refund of a withdrawal begins if its receipt is sent at once; until then its reader can object. */
export const scheduledRefundAt = (receivedAt: Date, paidAt: Date): Date =>
  new Date(refundCountsFrom(receivedAt, paidAt) + POLICY.withdrawalObjectionHours * HOUR_MS);

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
