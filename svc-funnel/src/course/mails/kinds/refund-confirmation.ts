import { formatMoney, POLICY, PRODUCT } from '@course/funnel';
import { z } from 'zod';
import { facts, p } from '../blocks.ts';
import { boughtIn, defineMail, readerIn } from '../definition.ts';
import { readerFooter } from '../footer.ts';
import { dateIn, greeting, planName } from '../words.ts';

/** The part of the refunded total that earlier refunds made up, in cents. */
const details = z.object({ earlierCents: z.int() }).catch({ earlierCents: 0 });

/**
 * Confirms a refund, whatever its reason: the money is on its way back, and the lessons have stopped. Stored in
 * `deliveries` as `withdrawal`, although it is not about a declared withdrawal.
 */
export const refundConfirmation = defineMail({
  to: 'reader',
  // If the refund has failed in the meantime, the next one is confirmed instead.
  isWanted: ({ orderStatus }) => orderStatus === 'refunded',
  isMandatory: true,
  data: (delivery, context) => ({
    ...readerIn(delivery, context),
    ...boughtIn(delivery),
    refundedCents: delivery.refundedCents ?? 0,
    ...details.parse(delivery.details),
    refundedAt: delivery.refundedAt ?? delivery.createdAt,
  }),
  template: (mail) => {
    const { refundedCents, earlierCents, currency } = mail;
    const plan = planName(mail.planTitle);
    /** The amount of this refund: all, or what earlier ones left. */
    const amount = formatMoney(refundedCents - earlierCents, currency);
    const before = earlierCents > 0 ? ` in all, ${formatMoney(earlierCents, currency)} of it before` : '';
    return {
      subject: `Refund confirmed: ${plan}, ${amount}`,
      title: `${amount} is on its way back to you`,
      preheader: 'Your order is cancelled. Here is the confirmation.',
      aside: 'Refunded',
      blocks: [
        p(greeting(mail.name)),
        p(`It should appear within ${POLICY.refundPayoutBusinessDays} business days on the card that you paid with.`),
        p(
          'This order is cancelled: its lessons have stopped and its course page is closed. The emails that you have are yours to keep.',
        ),
        facts({
          Plan: `${plan}, cancelled`,
          Paid: formatMoney(mail.amountCents, currency),
          Refunded: `${formatMoney(refundedCents, currency)}${before}`,
          Date: dateIn(mail.refundedAt, mail.timeZone),
          Order: mail.orderNumber,
        }),
        p(
          `Was something missing? One line to ${PRODUCT.supportEmail} would help us. Thank you for trying ${PRODUCT.name}.`,
        ),
      ],
      footer: readerFooter(mail),
    };
  },
});
