import { POLICY, PRODUCT } from '@course/funnel';

/** The texts of the page that undoes a second order. Reached only from a mail. */
export const SECOND_ORDER_COPY = {
  button: 'Undo this order',
  until: (date: string): string => `Possible until ${date}. If you want both, close this page. Nothing changes.`,
  sure: {
    title: (number: string): string => `Undo order ${number}?`,
    text: (amount: string): string =>
      `You get back ${amount} on the card that you paid with, and the lessons of this order stop. Your first order stays as it is. This cannot be taken back.`,
    yes: 'Yes, undo and refund',
    no: 'No, keep both orders',
  },
  kept: 'Nothing was changed. You keep both orders.',
  noLink: 'Open this page with the link in our email about your second order: it says which order is meant.',
  unknown: `This link is not valid. Use the link in our email about your second order, or write to ${PRODUCT.supportEmail}.`,
  states: {
    undone: {
      title: 'The order is undone',
      text: `Its lessons have stopped. The full price reaches you in ${POLICY.refundPayoutBusinessDays} business days, on the card that you paid with; we confirm it by email. Your first order stays as it is.`,
    },
    refunded: {
      title: 'This order was refunded',
      text: `The money reaches you in ${POLICY.refundPayoutBusinessDays} business days, on the card that you paid with.`,
    },
    disputed: {
      title: 'This payment is disputed',
      text: `Your bank is looking at it, so it cannot be undone here. Write to ${PRODUCT.supportEmail} if that was a mistake.`,
    },
    over: {
      title: 'The time to undo it has passed',
      text: `That was possible for ${POLICY.secondOrderDays} days. Write to ${PRODUCT.supportEmail}, and we look at it together.`,
    },
  },
} as const;
