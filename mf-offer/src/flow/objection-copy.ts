import { POLICY, PRODUCT } from '@course/funnel';

/** The texts of the page that takes back a withdrawal declared by somebody else. Reached only from its receipt. */
export const OBJECTION_COPY = {
  received: 'Withdrawn on',
  text: (when: string): string =>
    `Somebody declared the withdrawal from this order. Was it not you, or do you want to keep the course? Until ${when} one press takes it back, and your lessons go on as before.`,
  button: 'Keep my course',
  keep: 'You did withdraw? Then close this page: nothing changes, and your money comes back.',
  noLink: 'Open this page with the link in the receipt for the withdrawal: it says which order is meant.',
  unknown: `This link is not valid. Use the link in the receipt, or write to ${PRODUCT.supportEmail}.`,
  states: {
    objected: {
      title: 'The withdrawal is taken back',
      text: 'Nothing is refunded. Your lessons go on at their usual hour, if any are left and you had not stopped them.',
    },
    refunding: {
      title: 'The refund has begun',
      text: `The withdrawal can no longer be taken back here. Write to ${PRODUCT.supportEmail} if it was not you.`,
    },
    refunded: {
      title: 'This order was refunded',
      text: `The money reaches you in ${POLICY.refundPayoutBusinessDays} business days, on the card that you paid with.`,
    },
    none: {
      title: 'There is nothing to take back',
      text: `No withdrawal from this order is under way. Questions? Write to ${PRODUCT.supportEmail}.`,
    },
  },
} as const;
