import { formatMoney } from '@course/funnel';
import { commands, facts, p } from '../blocks.ts';
import { TO_OWNER } from '../footer.ts';
import type { OwnerWithdrawalMail } from '../mail.ts';
import type { TemplateFor } from '../template.ts';
import { dateIn, planName, timeIn } from '../words.ts';

const at = (moment: Date): string => `${dateIn(moment, 'UTC')}, ${timeIn(moment, 'UTC')}`;

const next = ({ refund }: OwnerWithdrawalMail): string =>
  refund
    ? `Nothing to do: the lessons have stopped, the buyer has a receipt, and the refund begins by itself on ${at(refund.startsAt)}, unless the buyer says that it was somebody else. It cannot be declined. The law asks for it by ${dateIn(refund.latestAt, 'UTC')}; you are told in time if it is not made. To look at it:`
    : 'It came after the legal time, so nothing has changed: the buyer has a receipt that says so and waits for your decision. Refund the order, or decline it and write to the buyer:';

export const ownerWithdrawal: TemplateFor<'owner_withdrawal'> = (mail) => {
  const { orderNumber, refund } = mail;
  const plan = planName(mail.planTitle);
  const amount = formatMoney(mail.amountCents, mail.currency);
  return {
    ...TO_OWNER,
    subject: `${refund ? 'Withdrawal' : 'Late withdrawal'}: ${amount}, ${plan}`,
    title: 'A buyer has withdrawn',
    preheader: `${amount}, ${plan}`,
    blocks: [
      facts({
        'Order number': orderNumber,
        Plan: plan,
        Amount: amount,
        Paid: dateIn(mail.paidAt, 'UTC'),
        Received: at(mail.receivedAt),
      }),
      p(next(mail)),
      commands(
        `npm run owner -- orders show ${orderNumber}`,
        ...(refund ? [] : [`npm run owner -- refund ${orderNumber}`, `npm run owner -- decline ${orderNumber}`]),
      ),
    ],
  };
};
