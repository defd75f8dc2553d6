import type { Order } from '../generated/prisma/client.ts';
import type { Db } from '../platform/prisma.ts';

/** What an order's refunds come to. */
export interface DerivedStatus {
  /** The buyer has the whole price. */
  readonly isRefunded: boolean;
  /** A refund did not reach the buyer. */
  readonly hasFailedRefund: boolean;
  readonly now: Date;
}

/** The report that the whole price was given back. */
export interface WholeRefund {
  /** An earlier report said so, or a later one says otherwise. */
  readonly isRepeated: boolean;
  /** What had been given back before, in cents. */
  readonly earlierCents: number;
  readonly now: Date;
}

/**
 * What follows from an order, written in the order's own transaction: an order without its course and its confirmation
 * cannot exist. Declared here and implemented by the course, so that orders import nothing of it.
 */
export abstract class OrderListener {
  /** The order has just been written. */
  abstract paid(db: Db, order: Order, now: Date): Promise<void>;
  /** A delayed payment failed: there will be no order. The checkout keeps who sent its form. */
  abstract paymentFailed(db: Db, checkoutId: string, now: Date): Promise<void>;
  /** The order is the second one of its buyer's address within a day. */
  abstract boughtTwice(db: Db, order: Order, now: Date): Promise<void>;
  /**
   * The whole price was given back. A repeated report counts only when nothing followed from the first. Returns whether
   * anything changed.
   */
  abstract refunded(db: Db, orderId: string, report: WholeRefund): Promise<boolean>;
  /** A dispute about the payment was opened. */
  abstract disputed(db: Db, orderId: string, now: Date): Promise<void>;
  /** The order's status was derived anew from what was reported about its money, in whatever order that came. */
  abstract statusDerived(db: Db, orderId: string, status: DerivedStatus): Promise<void>;
  /** The buyer corrects their address; the order still has the earlier one. Returns false when mails can no longer be redirected. */
  abstract emailCorrected(db: Db, order: Order, email: string, now: Date): Promise<boolean>;
}
