import { formatMoney, POLICY, PRODUCT } from '@course/funnel';
import { facts, p } from '../blocks.ts';
import { always, boughtIn, defineMail, readerIn } from '../definition.ts';
import { readerFooter } from '../footer.ts';
import { dateIn, greeting, planName } from '../words.ts';

const REPLY = `within ${POLICY.refundReplyBusinessDays} business days`;

export const refundRequest = defineMail({
  to: 'reader',
  isWanted: always,
  isMandatory: true,
  data: (delivery, context) => ({
    ...readerIn(delivery, context),
    ...boughtIn(delivery),
    requestedAt: delivery.createdAt,
  }),
  template: (mail) => {
    const plan = planName(mail.planTitle);
    const amount = formatMoney(mail.amountCents, mail.currency);
    return {
      subject: `Refund request received: ${plan}, ${amount}`,
      title: 'We have your refund request',
      preheader: `We reply ${REPLY}.`,
      blocks: [
        p(greeting(mail.name)),
        p(
          `We will look at it and reply ${REPLY}. Once it is approved, the money reaches your card within ${POLICY.refundPayoutBusinessDays} business days, depending on your bank.`,
        ),
        facts({
          Plan: plan,
          Amount: amount,
          'Asked on': dateIn(mail.requestedAt, mail.timeZone),
          'Order number': mail.orderNumber,
        }),
        p(
          `Until then nothing changes, and there is nothing else you need to do. To add something, or if this was not you, write to ${PRODUCT.supportEmail}.`,
        ),
      ],
      footer: readerFooter(mail),
    };
  },
});
