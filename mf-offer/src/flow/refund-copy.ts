import { POLICY, PRODUCT } from '@course/funnel';

/** The texts of the page that requests a refund. */
export const REFUND_COPY = {
  mailLink: {
    text: 'A link in a lesson email cannot request a refund, because those emails are often forwarded. We send the refund link to the address that gets your lessons.',
    button: 'Email me the refund link',
    sent: {
      title: 'Check your inbox',
      text: 'The refund link is on its way to the address that gets your lessons.',
    },
  },
  reasonLabel: 'What was missing? (optional)',
  button: 'Ask for my money back',
  until: (date: string): string => `Possible until ${date}.`,
  meanwhile: 'Your lessons go on until the refund is made.',
  states: {
    requested: {
      title: 'We have your request',
      text: `We reply by email in ${POLICY.refundReplyBusinessDays} business days. The money reaches you in ${POLICY.refundPayoutBusinessDays} business days after we approve it.`,
    },
    refunded: {
      title: 'This purchase was refunded',
      text: `The money reaches you in ${POLICY.refundPayoutBusinessDays} business days, on the card that you paid with.`,
    },
    disputed: {
      title: 'This payment is disputed',
      text: `Your bank is looking at it, so it cannot be refunded here. Write to ${PRODUCT.supportEmail} if that was a mistake.`,
    },
    declined: {
      title: 'We have answered your request',
      text: `Our reply is in your inbox. Write to ${PRODUCT.supportEmail} if you see it differently.`,
    },
    over: {
      title: 'The guarantee has ended',
      text: `It was open for ${PRODUCT.guaranteeDays} days. If the law where you live gives you more time, write to ${PRODUCT.supportEmail}.`,
    },
  },
} as const;
