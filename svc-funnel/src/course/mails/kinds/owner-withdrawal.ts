import { commands, facts, p } from '../blocks.ts';
import { always, boughtIn, defineMail } from '../definition.ts';
import { aboutOrder, orderFacts, showCommand } from '../parts/owner-order.ts';
import { dateIn, timeIn } from '../words.ts';
import { declaredIn, type DeclaredRefund } from './withdrawal-receipt.ts';

const at = (moment: Date): string => `${dateIn(moment, 'UTC')}, ${timeIn(moment, 'UTC')}`;

interface Declared {
  readonly refund: DeclaredRefund | null;
  /** True while the buyer's bank decides about the payment: the refund waits for it. */
  readonly isDisputed: boolean;
}

const next = ({ refund, isDisputed }: Declared): string => {
  if (!refund)
    return 'It came after the legal time, so nothing has changed: the buyer has a receipt that says so and waits for your decision. Refund the order, or decline it and write to the buyer:';
  const when = isDisputed ? 'once the bank has decided that the payment stays with you' : `on ${at(refund.startsAt)}`;
  return `Nothing to do: the lessons have stopped, the buyer has a receipt, and the refund begins by itself ${when}, unless the buyer says that it was somebody else. It cannot be declined. The law asks for it by ${dateIn(refund.latestAt, 'UTC')}; you are told in time if it is not made. To look at it:`;
};

/** To the owner: a withdrawal has arrived. */
export const ownerWithdrawal = defineMail({
  to: 'owner',
  isWanted: always,
  data: (delivery) => {
    const bought = boughtIn(delivery);
    return { ...bought, ...declaredIn(delivery, bought), isDisputed: delivery.orderStatus === 'disputed' };
  },
  template: (mail) => {
    const { orderNumber, refund } = mail;
    return {
      ...aboutOrder(refund ? 'Withdrawal' : 'Late withdrawal', mail),
      title: 'A buyer has withdrawn',
      blocks: [
        facts({ ...orderFacts(mail), Received: at(mail.receivedAt) }),
        p(next(mail)),
        commands(
          showCommand(mail),
          ...(refund ? [] : [`npm run owner -- refund ${orderNumber}`, `npm run owner -- decline ${orderNumber}`]),
        ),
      ],
    };
  },
});
