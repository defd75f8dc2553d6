import { formatMoney, POLICY } from '@course/funnel';
import { commands, facts, p, quote, subtitle } from '../blocks.ts';
import { TO_OWNER } from '../footer.ts';
import type { TemplateFor } from '../template.ts';
import { dateIn, planName } from '../words.ts';

export const ownerRefundRequest: TemplateFor<'owner_refund_request'> = (mail) => {
  const { orderNumber } = mail;
  const plan = planName(mail.planTitle);
  const amount = formatMoney(mail.amountCents, mail.currency);
  return {
    ...TO_OWNER,
    subject: `Refund requested: ${amount}, ${plan}`,
    title: 'A buyer asks for a refund',
    preheader: `${amount}, ${plan}`,
    blocks: [
      facts({
        Plan: plan,
        Amount: amount,
        Paid: dateIn(mail.paidAt, 'UTC'),
        Asked: dateIn(mail.requestedAt, 'UTC'),
        'Order number': orderNumber,
      }),
      subtitle("In the buyer's words"),
      quote(mail.reason?.trim() || 'No reason was given; none is needed.'),
      p(
        `The Refund Policy promises a reply within ${POLICY.refundReplyBusinessDays} business days. Look at the order, then give the money back; the lessons stop and the buyer gets a confirmation.`,
      ),
      commands(`npm run owner -- orders show ${orderNumber}`, `npm run owner -- refund ${orderNumber}`),
    ],
  };
};
