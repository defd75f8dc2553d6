import type { Order } from '../generated/prisma/client.ts';
import type { Db } from '../platform/prisma.ts';

/** The state of an order's refunds. */
export interface DerivedStatus {
  /** True if the whole price was refunded. */
  readonly isRefunded: boolean;
  /** True if a refund has failed. */
  readonly hasFailedRefund: boolean;
  readonly now: Date;
}

/** A report that the whole price was refunded. */
export interface FullRefund {
  /** True if an earlier report said the same, or a later one contradicts it. */
  readonly isRepeated: boolean;
  /** What had been refunded before, in cents. */
  readonly earlierCents: number;
  readonly now: Date;
}

/**
 * Does what follows from an order in the order's own transaction, so that an order cannot exist without its course and
 * its confirmation. Declared here and implemented by the course, so that orders do not import the course.
 */
export abstract class OrderListener {
  /** The order has just been written. */
  abstract onPaid(db: Db, order: Order, now: Date): Promise<void>;
  /** A delayed payment failed: there will be no order. The checkout still has the buyer's data. */
  abstract onPaymentFailed(db: Db, checkoutId: string, now: Date): Promise<void>;
  /** The order is the second one of its address within a day. */
  abstract onSecondOrder(db: Db, order: Order, now: Date): Promise<void>;
  /**
   * The whole price was refunded. A repeated report counts only if nothing followed from the first. Returns true if
   * anything changed.
   */
  abstract onFullyRefunded(db: Db, orderId: string, report: FullRefund): Promise<boolean>;
  /** A dispute about the payment was opened, or reopened after it had ended. The first report may be of its end. */
  abstract onDisputed(db: Db, orderId: string, now: Date): Promise<void>;
  /** The order's status was derived again from all that was reported about its payment, in any order of arrival. */
  abstract onStatusDerived(db: Db, orderId: string, status: DerivedStatus): Promise<void>;
  /**
   * The buyer corrects their address; the order still has the earlier one. Returns false if mails can no longer be
   * redirected.
   */
  abstract onEmailCorrected(db: Db, order: Order, email: string, now: Date): Promise<boolean>;
}
