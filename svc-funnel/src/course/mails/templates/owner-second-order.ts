import { formatMoney, POLICY } from '@course/funnel';
import { commands, facts, p } from '../blocks.ts';
import { TO_OWNER } from '../footer.ts';
import type { TemplateFor } from '../template.ts';
import { dateIn, planName } from '../words.ts';

export const ownerSecondOrder: TemplateFor<'owner_second_order'> = (mail) => {
  const { orderNumber } = mail;
  const plan = planName(mail.planTitle);
  const amount = formatMoney(mail.amountCents, mail.currency);
  return {
    ...TO_OWNER,
    subject: `Second order within a day: ${amount}, ${plan}`,
    title: 'Somebody has ordered twice',
    preheader: `${amount}, ${plan}`,
    blocks: [
      p('One address has paid for two orders within a day. This is the second one.'),
      facts({ 'Order number': orderNumber, Plan: plan, Amount: amount, Paid: dateIn(mail.paidAt, 'UTC') }),
      p(
        `Nothing to do: the buyer was told by mail, with a link that gives the money of this order back for ${POLICY.secondOrderDays} days. To look at it:`,
      ),
      commands(`npm run owner -- orders show ${orderNumber}`),
    ],
  };
};
