import { POLICY, PRODUCT } from '@course/funnel';

/** The texts of /withdrawal. An owner edits them here; no component repeats them. */
export const WITHDRAWAL_COPY = {
  description: `Withdraw from a ${PRODUCT.name} contract online within ${POLICY.withdrawalDays} days of your purchase: no account, no reason, a receipt by email.`,
  intro: `You can withdraw from your contract within ${POLICY.withdrawalDays} days of your purchase. You need no account and give no reason.`,
  name: 'Your name',
  reference: 'Order number, or the email address you bought with',
  referenceHint: 'The order number looks like K7XM-4PRH. It is in your confirmation email.',
  next: 'Continue',
  noScript: `This form needs JavaScript. An email to ${PRODUCT.supportEmail} counts just as much.`,
  review: {
    title: 'This is what you declare',
    note: 'Nothing has been sent yet.',
    confirm: 'Confirm withdrawal',
    sending: 'Sending...',
    change: 'Change something',
  },
  sent: {
    title: 'Your withdrawal has been received',
    at: (moment: string): string => `Received on ${moment}.`,
    receipt:
      'If it names an order of ours, a receipt with its content and this time is on its way to the email address of that order, and nowhere else. It says what follows.',
    missing: 'No email within a few minutes? Look in your spam folder and check what you declared:',
    again: 'Enter it again',
  },
  problems: {
    offline: `We could not confirm that your withdrawal arrived. Check your connection and press the button again: sending it twice does no harm. An email to ${PRODUCT.supportEmail} counts just as much.`,
    refused: 'Nothing was sent: please check the name and the order number or address.',
    busy: `Nothing was sent: there were too many tries from your network. Wait a few minutes, or write to ${PRODUCT.supportEmail}: an email counts just as much.`,
  },
  notice: 'The whole notice and the model form',
} as const;
