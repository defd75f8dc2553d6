import { PRODUCT } from '@course/funnel';

/** The texts of the page that stops the daily emails. */
export const UNSUBSCRIBE_COPY = {
  text: 'One tap, and you get no more lessons of this course.',
  button: 'Stop the emails',
  noLink: 'Open this page with the unsubscribe link at the end of any of our emails: it says which course to stop.',
  unknown: 'This link is not valid. Use the unsubscribe link at the end of our latest email.',
  stopped: {
    title: 'The emails have stopped',
    text: (planTitle: string, order: string): string =>
      `You get no more lessons of your ${planTitle.toLowerCase()} (order ${order}). You do not have to confirm this.`,
    others: 'Another course of yours, if you have one, goes on: the link in its own emails stops it.',
  },
  hasStopped: {
    title: 'The emails have stopped',
    text: 'Your mail program asked for that. One tap, and the next lesson comes at its usual hour.',
  },
  resume: 'Start the emails again',
  until: (date: string): string => `Changed your mind? You can start again until ${date}.`,
  resumed: { title: 'Your emails will continue', text: (when: string): string => `Your next lesson comes on ${when}.` },
  resumeEnded: `The emails cannot be started again from here. Write to ${PRODUCT.supportEmail}.`,
  refund: 'Want your money back?',
  refundLink: 'Ask for a refund',
} as const;
