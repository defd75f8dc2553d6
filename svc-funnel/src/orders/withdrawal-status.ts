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
