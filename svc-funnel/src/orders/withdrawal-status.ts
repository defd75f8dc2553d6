/** States of a withdrawal's row, as its check constraint lists them. */
export type WithdrawalStatus =
  /** Its order is not looked up yet. */
  | 'declared'
  /** There is no such order. */
  | 'unmatched'
  /** Its refund begins at `refundAt`; until then its reader can object. */
  | 'received'
  /** The refund is queued, and is queued again at `refundAt`. */
  | 'refunding'
  /** It came after the legal time, so the owner decides. */
  | 'late'
  /** Undone by the reader. */
  | 'objected'
  /** By the owner, without a refund through the provider. */
  | 'settled';

/** A refund follows by itself. */
export const UNDER_WAY: WithdrawalStatus[] = ['received', 'refunding'];

/** An order has one of these at a time, however often it is declared. */
export const PENDING: WithdrawalStatus[] = [...UNDER_WAY, 'late'];
