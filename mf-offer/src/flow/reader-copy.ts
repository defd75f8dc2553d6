import { PRODUCT } from '@course/funnel';
import type { ReaderKind } from './steps.ts';

/**
 * The common texts of the screens that mails link to. Each screen's own texts are in a separate file, such as
 * `course-copy.ts` or `refund-copy.ts`, which is loaded together with the screen's code.
 */
export const READER_COPY = {
  opening: 'One moment.',
  noScript: `This page needs JavaScript. Or write to ${PRODUCT.supportEmail}, and we will do it for you.`,
  unreachable: 'We could not reach your course. Check your connection and try again.',
  rateLimited: 'Too many attempts. Wait a few minutes, then try again.',
  again: 'Try again',
  failed: 'That did not work. Check your connection and try again.',
  otherOrder: (order: string): string =>
    `You have opened another purchase in this browser since, so nothing was changed. This page shows that one now: order ${order}.`,
  facts: { order: 'Order number', plan: 'Plan', amount: 'Paid', paidOn: 'Paid on' },
  support: 'Questions? Write to us at',
} as const;

/** The form that requests a new link by email. */
export const NEW_LINK_COPY = {
  course: 'Open the link in any of our recent emails. If you no longer have one, we send you a new link.',
  refund:
    'Open the link in your confirmation email, or tell us the address you bought with. We send you a link to this page.',
  ended:
    'This link has ended. That happens when a newer one was opened. Look for our latest email, or ask for a new link here.',
  label: 'Your email',
  placeholder: 'name@example.com',
  button: 'Send me a new link',
  accepted: {
    title: 'Check your inbox',
    text: 'If there is a course for this address, a new link is on its way. Earlier links end once you open it.',
  },
} as const;

/** The note under the title of each of these screens, which is in the served HTML too. */
export const READER_NOTES = {
  course: 'Every lesson that was sent to you, to read again.',
  unsubscribe: 'The lessons that you have stay readable.',
  'refund-request': `You have ${PRODUCT.guaranteeDays} days from your purchase, whatever the reason.`,
  'second-order': 'Our email about a second order leads here. You can undo that order.',
  'withdrawal-objection': 'The receipt for a withdrawal leads here. You can take that withdrawal back.',
  'first-step': 'Lesson 1 and your plan, for visitors who asked for them.',
} as const satisfies Record<ReaderKind, string>;
