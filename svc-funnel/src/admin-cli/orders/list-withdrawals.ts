import { POLICY } from '@course/funnel';
import { isAwaitingRefund, refundBeginsAt, refundLatestAt } from '../../course/refund-periods.ts';
import type { Command } from '../command.ts';
import { plain, table, when } from '../text.ts';

const LIMIT = 200;

export const listWithdrawals: Command = {
  name: 'withdrawals',
  args: [],
  summary: 'declared withdrawals, with their orders and the state of their refunds',
  notes: [
    `received: the refund begins after ${POLICY.withdrawalObjectionHours} hours unless the reader objects. refunding: it has begun; the column money says whether it was made. late: after the legal time,`,
    'yours to decide (refund or decline). objected: undone by the reader. unmatched: matches no order; look for a mistyped',
    'number or address, and reply to the sender. Unmatched ones are deleted like sessions without a purchase.',
  ],
  async run({ deps: { prisma }, terminal }) {
    const rows = await prisma.withdrawal.findMany({
      orderBy: { receivedAt: 'desc' },
      take: LIMIT,
      include: { order: { select: { number: true, status: true, paidAt: true } } },
    });
    if (rows.length === 0) return terminal.out('No withdrawals.');
    const lines = rows.map((withdrawal) => {
      const { receivedAt, status, name, reference, order } = withdrawal;
      const paidAt = order && isAwaitingRefund(withdrawal) ? order.paidAt : null;
      return [
        when(receivedAt),
        status,
        order?.number ?? '-',
        order?.status ?? '-',
        paidAt ? when(refundBeginsAt(withdrawal, paidAt)) : '-',
        paidAt ? when(refundLatestAt(receivedAt, paidAt)) : '-',
        plain(name),
        plain(reference),
      ];
    });
    terminal.out(
      table(['received', 'status', 'order', 'money', 'refund begins', 'at the latest', 'name', 'as declared'], lines),
    );
  },
};
