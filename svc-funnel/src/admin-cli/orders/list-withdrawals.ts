import { POLICY } from '@course/funnel';
import { refundLatestAt, UNDER_WAY, type WithdrawalStatus } from '../../course/withdrawal-rules.ts';
import type { Command } from '../command.ts';
import { plain, table, when } from '../text.ts';

const LIMIT = 200;

export const listWithdrawals: Command = {
  name: 'withdrawals',
  args: [],
  summary: 'declared withdrawals, with their orders and the state of their refunds',
  notes: [
    `received: the refund begins after ${POLICY.withdrawalObjectionHours} hours unless the reader objects. refunding: it has begun, see the column money. late: after the legal time,`,
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
    const lines = rows.map(({ receivedAt, status, name, reference, refundAt, order }) => [
      when(receivedAt),
      status,
      order?.number ?? '-',
      order?.status ?? '-',
      status === 'received' ? when(refundAt) : '-',
      order && UNDER_WAY.includes(status as WithdrawalStatus) ? when(refundLatestAt(receivedAt, order.paidAt)) : '-',
      plain(name),
      plain(reference),
    ]);
    terminal.out(
      table(['received', 'status', 'order', 'money', 'refund begins', 'at the latest', 'name', 'as declared'], lines),
    );
  },
};
