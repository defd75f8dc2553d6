import { POLICY } from '@course/funnel';
import { commands, facts, p } from '../blocks.ts';
import { always, boughtIn, defineMail } from '../definition.ts';
import { aboutOrder, orderFacts, showCommand } from '../parts/owner-order.ts';

/** To the owner: a buyer was notified of a second order. */
export const ownerSecondOrder = defineMail({
  to: 'owner',
  isWanted: always,
  data: boughtIn,
  template: (mail) => ({
    ...aboutOrder('Second order within a day', mail),
    title: 'Somebody has ordered twice',
    blocks: [
      p('One address has paid for two orders within a day. This is the second one.'),
      facts(orderFacts(mail)),
      p(
        `Nothing to do: the buyer was told by mail, with a link that gives the money of this order back for ${POLICY.secondOrderDays} days. To look at it:`,
      ),
      commands(showCommand(mail)),
    ],
  }),
});
