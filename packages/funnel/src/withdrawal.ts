import { PRODUCT } from './product.mjs';
import { SELLER, sellerLine } from './seller.mjs';
import { POLICY } from './terms.ts';

/** The label of links to the withdrawal page, as worded by the law. */
export const WITHDRAW_LABEL = 'Withdraw from contract here';

/** Returns the statement declared on the withdrawal page, which is shown before sending, stored, and in the receipt. */
export const withdrawalStatement = ({
  name,
  reference,
}: {
  readonly name: string;
  readonly reference: string;
}): string =>
  `I, ${name}, hereby withdraw from my contract for ${PRODUCT.name}. Order number or email address: ${reference}.`;

/** The label of the box for immediate performance, shown if the owner's `askImmediatePerformance` is on. */
export const IMMEDIATE_PERFORMANCE = 'Begin my course before the time to withdraw has ended. I ask for this expressly.';

/**
 * Returns the notice of the right of withdrawal as sections with a title and paragraphs: Annex I (A) of Directive
 * 2011/83/EU, with the online function of Directive (EU) 2023/2673.
 */
export const withdrawalNotice = () =>
  [
    {
      title: 'Right of withdrawal',
      paragraphs: [
        `You have the right to withdraw from this contract within ${POLICY.withdrawalDays} days without giving any reason. The withdrawal period ends ${POLICY.withdrawalDays} days after the day on which you bought your plan.`,
        `To use the right, tell us (${sellerLine(SELLER)}, ${PRODUCT.supportEmail}) by a clear statement, such as an email, that you withdraw from this contract. You may use the model form below, but you do not have to.`,
        `You can also withdraw online, without signing in: choose "${WITHDRAW_LABEL}" at the foot of our pages and emails. We then send you a receipt by email without delay, with the content of your statement and the date and time at which it reached us.`,
        'It is in time if you send your statement before the withdrawal period has ended.',
      ],
    },
    {
      title: 'What follows from a withdrawal',
      paragraphs: [
        `We pay back everything that we received from you without delay, and at the latest ${POLICY.withdrawalRefundDays} days after the day on which your statement reached us. We use the means of payment that you paid with, and charge nothing for it. Your lessons stop at once.`,
      ],
    },
  ] as const;

/** Returns the lines of the model withdrawal form of Annex I (B). */
export const modelWithdrawalForm = (): readonly string[] => [
  `To ${sellerLine(SELLER)}, ${PRODUCT.supportEmail}:`,
  `I/We (*) hereby give notice that I/we (*) withdraw from my/our (*) contract for the following service: ${PRODUCT.name}`,
  'Ordered on:',
  'Order number, if you know it:',
  'Name of the consumer(s):',
  'Address of the consumer(s):',
  'Signature of the consumer(s), only on paper:',
  'Date:',
  '(*) Strike out what does not apply.',
];
