import { POLICY } from '@course/funnel';
import { commands, facts, p, quote, subtitle } from '../blocks.ts';
import { always, boughtIn, defineMail } from '../definition.ts';
import { aboutOrder, orderFacts, showCommand } from '../parts/owner-order.ts';
import { dateIn } from '../words.ts';

/** To the owner: a buyer requests a refund. Has the command that makes it, but not the buyer's address. */
export const ownerRefundRequest = defineMail({
  to: 'owner',
  isWanted: always,
  data: (delivery) => ({
    ...boughtIn(delivery),
    requestedAt: delivery.createdAt,
    reason: delivery.refundReason,
  }),
  template: (mail) => ({
    ...aboutOrder('Refund requested', mail),
    title: 'A buyer asks for a refund',
    blocks: [
      facts({ ...orderFacts(mail), Asked: dateIn(mail.requestedAt, 'UTC') }),
      subtitle("In the buyer's words"),
      quote(mail.reason?.trim() || 'No reason was given; none is needed.'),
      p(
        `The Refund Policy promises a reply within ${POLICY.refundReplyBusinessDays} business days. Look at the order, then give the money back; the lessons stop and the buyer gets a confirmation.`,
      ),
      commands(showCommand(mail), `npm run owner -- refund ${mail.orderNumber}`),
    ],
  }),
});
