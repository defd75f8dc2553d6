import type { Command } from '../command.ts';
import { findOrder } from '../orders/find-order.ts';
import { OwnerError } from '../owner-error.ts';
import { plain, when } from '../text.ts';

export const decline: Command = {
  name: 'decline',
  args: ['<order>'],
  summary: 'settles a refund request without a refund',
  notes: ['The buyer gets no mail about it: tell them why yourself. Their refund page shows that it was declined.'],
  asks: true,
  async run({ deps: { prisma, clock }, terminal, args: [given = ''], confirm }) {
    const order = await findOrder(prisma, given);
    const open = await prisma.refundRequest.findFirst({ where: { orderId: order.id, status: 'open' } });
    if (!open) throw new OwnerError('Nobody waits for a refund of this order.');
    await confirm([`Declines the refund that ${plain(order.email)} asked for on ${when(open.requestedAt)}${open.reason === null ? '.' : `: ${plain(open.reason)}`}`]);
    await prisma.refundRequest.updateMany({ where: { id: open.id, status: 'open' }, data: { status: 'declined', settledAt: clock() } });
    terminal.out('Declined.');
  },
};
