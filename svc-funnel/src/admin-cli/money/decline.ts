import { type Command, OwnerError } from '../command.ts';
import { findOrder } from '../orders/find-order.ts';
import { lockOrder } from '../../platform/locks.ts';
import { cancelRefund } from '../../orders/refunds.service.ts';
import { pendingWithdrawal, requireDeclinable } from './pending-withdrawal.ts';
import { money, plain, when } from '../text.ts';

const CHANGED =
  'Nothing was done: in the meantime the order was refunded, or its withdrawal or refund request was settled. Run orders show <order> before you pay the buyer in another way.';

export const decline: Command = {
  name: 'decline',
  args: ['<order>'],
  summary: 'settles a refund request, a late withdrawal, or a refund that failed, without a refund through Stripe',
  notes: [
    'A withdrawal within the legal time cannot be declined. If Stripe refuses its refund and you have paid the buyer in another way, --paid settles it.',
    'The buyer gets no mail about it: tell them yourself why, or how they are paid. Their refund page shows that a request was declined.',
  ],
  options: { paid: { type: 'boolean', help: 'the buyer was paid, but not through Stripe' } },
  asks: true,
  async run({ deps: { prisma, clock }, terminal, args: [reference = ''], flag, confirm }) {
    const order = await findOrder(prisma, reference);
    const open = await prisma.refundRequest.findFirst({ where: { orderId: order.id, status: 'open' } });
    const failed = await prisma.failedRefund.findMany({ where: { orderId: order.id, settledAt: null } });
    const withdrawal = order.status === 'refunded' ? null : await pendingWithdrawal(prisma, order.id);
    requireDeclinable(order, withdrawal, failed, flag('paid'));
    if (!open && !withdrawal && failed.length === 0) throw new OwnerError('No refund of this order is pending.');
    await confirm([
      ...(open
        ? [
            `Declines the refund that ${plain(order.email)} asked for on ${when(open.requestedAt)}${open.reason === null ? '.' : `: ${plain(open.reason)}`}`,
          ]
        : []),
      ...(withdrawal ? [`Settles the withdrawal received on ${when(withdrawal.receivedAt)}.`] : []),
      ...failed.map(
        ({ amountCents, providerEventAt }) =>
          `Settles the refund of ${money(amountCents, order.currency)} that failed on ${when(providerEventAt)}.`,
      ),
    ]);
    const settledAt = clock();
    await prisma.$transaction(async (db) => {
      await lockOrder(db, order.id);
      const current = await db.order.findUniqueOrThrow({ where: { id: order.id }, select: { status: true } });
      if (current.status === 'refunded' && order.status !== 'refunded') throw new OwnerError(CHANGED);
      if (withdrawal) {
        const where = { id: withdrawal.id, status: withdrawal.status };
        const { count } = await db.withdrawal.updateMany({ where, data: { status: 'settled', settledAt } });
        if (count === 0) throw new OwnerError(CHANGED);
      }
      if (open) {
        const where = { id: open.id, status: 'open' };
        const { count } = await db.refundRequest.updateMany({ where, data: { status: 'declined', settledAt } });
        if (count === 0) throw new OwnerError(CHANGED);
      }
      await db.failedRefund.updateMany({ where: { id: { in: failed.map(({ id }) => id) } }, data: { settledAt } });
      // A queued refund of an undone order or a withdrawal may still be tried, and would pay a second time.
      await cancelRefund(db, order.id);
    });
    terminal.out(open ? 'Declined.' : 'Settled.');
  },
};
