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

/** States that only one of an order's withdrawals can have at a time, however often one is declared. */
export const PENDING: WithdrawalStatus[] = [...UNDER_WAY, 'late'];

/** Returns when the periods of a refund begin: a delayed payment cannot be refunded before it has arrived. */
const refundCountsFrom = (receivedAt: Date, paidAt: Date): number => Math.max(receivedAt.getTime(), paidAt.getTime());

/** Returns when the refund of a withdrawal begins; until then its reader can object. */
export const refundStartsAt = (receivedAt: Date, paidAt: Date): Date =>
  new Date(refundCountsFrom(receivedAt, paidAt) + POLICY.withdrawalObjectionHours * HOUR_MS);

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
