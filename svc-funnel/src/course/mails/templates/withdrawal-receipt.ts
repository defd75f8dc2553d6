import { formatMoney, POLICY, PRODUCT } from '@course/funnel';
import { action, type Blocks, facts, link, p, quote } from '../blocks.ts';
import { readerFooter } from '../footer.ts';
import type { WithdrawalOutcome, WithdrawalReceiptMail } from '../mail.ts';
import type { TemplateFor } from '../template.ts';
import { dateIn, greeting, planName, timeIn } from '../words.ts';

const at = (moment: Date, { timeZone }: WithdrawalReceiptMail): string =>
  `${dateIn(moment, timeZone)}, ${timeIn(moment, timeZone)}`;

type Refund = Extract<WithdrawalOutcome, { kind: 'refund' }>;

const refunded = (mail: WithdrawalReceiptMail, { startsAt, latestAt, amountCents, objectionUrl }: Refund): Blocks => [
  p(
    `Your lessons have stopped. On ${at(startsAt, mail)} we ${objectionUrl ? 'start' : 'started'} to pay ${formatMoney(amountCents, mail.currency)} back to the card that you paid with, and we confirm it by email. The law gives us until ${dateIn(latestAt, mail.timeZone)}. There is nothing more for you to do.`,
  ),
  ...(objectionUrl
    ? [
        p(
          `Somebody else did this, or you want to keep the course? Until ${at(startsAt, mail)} one button takes the withdrawal back, and your lessons go on.`,
        ),
        action('This was not me', objectionUrl),
      ]
    : []),
];

const ended = (what: string, { links }: WithdrawalReceiptMail): Blocks => [
  p(`${what} There is nothing more for you to do. `, link('Open your course', links.courseUrl)),
];

const tooLate = ({ withdrawUntil, timeZone, links }: WithdrawalReceiptMail): Blocks => [
  p(
    `The ${POLICY.withdrawalDays} days in which the law lets you withdraw ended on ${dateIn(withdrawUntil, timeZone)}. So nothing has changed by itself: we will look at your message and reply within ${POLICY.refundReplyBusinessDays} business days. Our ${PRODUCT.guaranteeDays}-day money-back guarantee is separate from the law, and your course page leads to it. `,
    link('Open your course', links.courseUrl),
  ),
];

const following = (mail: WithdrawalReceiptMail): Blocks => {
  const { outcome } = mail;
  switch (outcome.kind) {
    case 'refund':
      return refunded(mail, outcome);
    case 'late':
      return tooLate(mail);
    case 'objected':
      return ended('This withdrawal has been taken back since, so your order stands.', mail);
    case 'settled':
      return ended('We have settled this withdrawal with you since.', mail);
  }
};

/** The acknowledgement of receipt that the law requires: content, date and time. */
export const withdrawalReceipt: TemplateFor<'withdrawal_receipt'> = (mail) => {
  const { alsoFor } = mail;
  return {
    subject: `Receipt: your withdrawal from order ${mail.orderNumber}`,
    title: 'We have received your withdrawal',
    preheader: `Received on ${at(mail.receivedAt, mail)}.`,
    aside: 'Receipt',
    blocks: [
      p(greeting(mail.name)),
      p('This is the receipt for your withdrawal. What was declared to us:'),
      quote(mail.statement),
      facts({
        Received: at(mail.receivedAt, mail),
        'Order number': mail.orderNumber,
        Plan: planName(mail.planTitle),
        Paid: `${formatMoney(mail.amountCents, mail.currency)} on ${dateIn(mail.paidAt, mail.timeZone)}`,
      }),
      alsoFor.length === 0
        ? null
        : p(
            `It also covers your order${alsoFor.length === 1 ? '' : 's'} ${alsoFor.join(', ')}, each with its own receipt.`,
          ),
      ...following(mail),
    ],
    footer: readerFooter({ withdrawalUrl: mail.withdrawalUrl }),
  };
};
