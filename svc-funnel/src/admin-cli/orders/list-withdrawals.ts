import { refundLatestAt } from '../../orders/periods.ts';
import { UNDER_WAY, type WithdrawalStatus } from '../../orders/withdrawal-status.ts';
import type { Command } from '../command.ts';
import { plain, table, when } from '../text.ts';

const SHOWN = 200;

export const listWithdrawals: Command = {
  name: 'withdrawals',
  args: [],
  summary: 'withdrawals as they came: what they withdraw from, how far their refunds are',
  notes: [
    'received: the refund begins after 24 hours unless the reader objects. refunding: it was begun, see the money. late: after the legal time,',
    'yours to decide (refund or decline). objected: taken back by the reader. unmatched: names no order of ours; look for a mistyped',
    'number or address, and answer whoever wrote it. Unmatched ones are deleted with sessions that bought nothing.',
  ],
  async run({ deps: { prisma }, terminal }) {
    const rows = await prisma.withdrawal.findMany({
      orderBy: { receivedAt: 'desc' },
      take: SHOWN,
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
