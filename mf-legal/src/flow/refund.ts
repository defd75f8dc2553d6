import { LEGAL_STATUS, POLICY, PRODUCT, WITHDRAW_LABEL } from '@course/funnel';
import { SUPPORT_LINK, type LegalText } from './legal-text.ts';

const { guaranteeDays, name } = PRODUCT;

export const REFUND: LegalText = {
  description: `${name} comes with a ${guaranteeDays}-day money-back guarantee. How to ask for a refund and when the money arrives.`,
  ...LEGAL_STATUS.refund,
  inShort: [
    `You have ${guaranteeDays} days from your purchase to ask for your money back.`,
    `We reply in ${POLICY.refundReplyBusinessDays} business days.`,
    `The refund reaches you in ${POLICY.refundPayoutBusinessDays} business days after we approve it.`,
    'We refund the full price. There are no partial refunds.',
  ],
  sections: [
    {
      id: 'guarantee',
      title: `${guaranteeDays}-day money-back guarantee`,
      blocks: [
        `If the challenge is not for you, ask for a refund within ${guaranteeDays} days of the day you paid. You get back the full price, whichever plan you chose and however many lessons you have opened.`,
        `After ${guaranteeDays} days the purchase is final, unless the law where you live gives you more time.`,
      ],
    },
    {
      id: 'how-to-ask',
      title: 'How to ask',
      blocks: [
        `Open the [refund page](exit:refund-request) from your confirmation email, or from your course page, and press its button. Or write to ${SUPPORT_LINK} from the address that receives your lessons, or tell us which address that is. One line is enough. We will not ask you to justify yourself, though a word on what was missing helps us.`,
      ],
    },
    {
      id: 'how-long',
      title: 'How long it takes',
      blocks: [
        [
          `Our reply: within ${POLICY.refundReplyBusinessDays} business days of your request.`,
          `Your money: within ${POLICY.refundPayoutBusinessDays} business days of our approval, on the card that you paid with. Your bank decides on which of these days it appears.`,
        ],
        'When a refund is made, the daily emails of that purchase stop.',
      ],
    },
    {
      id: 'withdrawal',
      title: 'Your legal right to withdraw',
      blocks: [
        `Beside this guarantee, the law lets you withdraw from your contract within ${POLICY.withdrawalDays} days of your purchase: choose [${WITHDRAW_LABEL}](/withdrawal). You need no account and give no reason. We confirm it by email, your lessons stop, and we pay back the full price within ${POLICY.withdrawalRefundDays} days. The [Terms](/terms#withdrawal) have the whole notice and the model form.`,
      ],
    },
    {
      id: 'no-partial-refunds',
      title: 'No partial refunds',
      blocks: [
        'We do not offer partial refunds. A plan is refunded as a whole or not at all: single lessons, single weeks and differences between plans are not paid back.',
      ],
    },
    {
      id: 'disputed-charges',
      title: 'Disputed charges',
      blocks: [
        'Please write to us before you ask your bank to reverse a charge. We can refund you faster than a dispute can.',
        `A charge that is disputed with the bank leads to a ban: the emails of that purchase end, and further purchases are declined, or refunded and ended once we notice them. If a dispute was opened by mistake, write to ${SUPPORT_LINK} and we will look at it together.`,
      ],
    },
  ],
};
