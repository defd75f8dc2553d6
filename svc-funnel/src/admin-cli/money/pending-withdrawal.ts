import { AWAITING_REFUND_OR_OWNER, refundLatestAt } from '../../course/refund-periods.ts';
import type { FailedRefund, Order, Withdrawal } from '../../generated/prisma/client.ts';
import type { Db } from '../../platform/prisma.ts';
import { OwnerError } from '../command.ts';
import { when } from '../text.ts';

/** Returns the order's withdrawal that is in progress or waits for the owner; null if there is none. */
export const pendingWithdrawal = (db: Db, orderId: string): Promise<Withdrawal | null> =>
  db.withdrawal.findFirst({ where: { orderId, status: { in: AWAITING_REFUND_OR_OWNER } } });

/**
 * Throws OwnerError for a withdrawal within the legal time, which cannot be declined. It can be settled once the buyer
 * was paid in another way, because the refund failed or, according to the owner, because the provider refuses it.
 */
export function requireDeclinable(
  { paidAt }: Pick<Order, 'paidAt'>,
  withdrawal: Withdrawal | null,
  failed: readonly FailedRefund[],
  isPaidOtherwise: boolean,
): void {
  if (withdrawal === null || withdrawal.status === 'late' || failed.length > 0) return;
  if (isPaidOtherwise && withdrawal.status === 'refunding') return;
  throw new OwnerError(
    `The buyer withdrew from this order on ${when(withdrawal.receivedAt)}, within the legal time: that cannot be declined. Its refund begins by itself and has to be made by ${when(refundLatestAt(withdrawal.receivedAt, paidAt))}; refund <order> makes it now. If Stripe refuses it and you have paid the buyer in another way, type decline <order> --paid once it has begun.`,
  );
}
