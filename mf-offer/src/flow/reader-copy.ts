import { POLICY, PRODUCT } from '@course/funnel';

/** The texts of the screens that mails link to. An owner edits them here; no component repeats them. */
export const READER_COPY = {
  opening: 'One moment.',
  noScript: 'This page needs JavaScript. Everything it shows is in your emails, too.',
  unreachable: 'We could not reach your course. Check your connection and try again.',
  busy: 'That was a lot of tries. Wait a few minutes, then try again.',
  again: 'Try again',
  failed: 'That did not work. Check your connection and try again.',
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
    title: 'Look into your inbox',
    text: 'If there is a course for this address, a new link is on its way. Earlier links end once you open it.',
  },
} as const;

export const COURSE_COPY = {
  note: 'Every lesson that was sent to you, to read again.',
  progress: (sent: number, days: number): string => `${sent} of ${days} lessons`,
  first: (when: string): string => `Your first lesson comes on ${when}.`,
  next: (when: string): string => `Next lesson: ${when}`,
  finished: (days: number): string => `All ${days} lessons are here. You walked the whole path.`,
  stopped: {
    unsubscribed:
      'The emails stopped because you asked for that. To start them again, use the unsubscribe link in your latest email.',
    bounced: `The emails stopped because your mailbox refused them. Write to ${PRODUCT.supportEmail} to start them again.`,
    other: `The emails have stopped. Write to ${PRODUCT.supportEmail} if you did not expect that.`,
  },
  until: (date: string): string => `You can read here until ${date}.`,
  order: (number: string): string => `Order number ${number}`,
  day: (place: number): string => `Day ${place}`,
  minutes: (minutes: number): string => `${minutes} minutes`,
  unreadable: 'This lesson cannot be shown right now',
  lessonOpening: 'Opening the lesson.',
  refund: 'Ask for your money back',
  close: 'Close on this device',
  closedHere: 'The course is closed on this device. The link in your email opens it again.',
  refunded: 'This purchase was refunded, and its course is closed.',
  closed: {
    refunded: (date: string): string => `This course was refunded on ${date} and is closed.`,
    disputed: (date: string): string =>
      `This course is closed since ${date}, because its payment was disputed. Write to ${PRODUCT.supportEmail} if that was a mistake.`,
    over: (date: string): string =>
      `Your lessons could be read until ${date}, ${POLICY.missedContentDays} days after the last one. They are still in your emails.`,
  },
} as const;

export const UNSUBSCRIBE_COPY = {
  note: 'One tap, and no lesson follows. Those you have stay readable.',
  button: 'Stop the emails',
  noLink: 'Use the unsubscribe link at the end of any of our emails: it knows which course to stop.',
  unknown: 'This link is not valid. Use the unsubscribe link at the end of our latest email.',
  stopped: { title: 'The emails have stopped', text: 'No lesson follows. This needs no confirmation.' },
  hasStopped: {
    title: 'The emails have stopped',
    text: 'Your mail program asked for that. One tap, and the next lesson comes at its usual hour.',
  },
  resume: 'Start the emails again',
  until: (date: string): string => `Changed your mind? You can start again until ${date}.`,
  resumed: { title: 'The emails go on', text: (when: string): string => `Your next lesson comes on ${when}.` },
  resumeEnded: `The emails cannot be started again from here. Write to ${PRODUCT.supportEmail}.`,
  refund: 'Want your money back?',
  refundLink: 'Ask for a refund',
} as const;

export const REFUND_COPY = {
  note: `You have ${PRODUCT.guaranteeDays} days from your purchase, whatever the reason.`,
  mailLink: {
    text: 'The emails with your lessons ask for no refund, because they are easily passed on. We send the refund link to the address that gets your lessons.',
    button: 'Email me the refund link',
    sent: {
      title: 'Look into your inbox',
      text: 'The refund link is on its way to the address that gets your lessons.',
    },
  },
  facts: { plan: 'Plan', amount: 'Paid', date: 'On' },
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

/** The page that undoes a second order, reached from a mail only. */
export const SECOND_ORDER_COPY = {
  note: 'Our email about a second order leads here. You can undo that order.',
  facts: { order: 'Order number', plan: 'Plan', amount: 'Paid', date: 'On' },
  button: 'Undo this order',
  until: (date: string): string => `Possible until ${date}. You want both? Then close this page: nothing changes.`,
  sure: {
    title: (number: string): string => `Undo order ${number}?`,
    text: (amount: string): string =>
      `You get back ${amount} on the card that you paid with, and the lessons of this order stop. Your first order stays as it is. This cannot be taken back.`,
    yes: 'Yes, undo and refund',
    no: 'No, keep both orders',
  },
  kept: 'Nothing was changed. You keep both orders.',
  noLink: 'Use the link in our email about your second order: it knows which order is meant.',
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

/** The page that takes back a withdrawal that somebody else declared, reached from its receipt only. */
export const OBJECTION_COPY = {
  note: 'The receipt for a withdrawal leads here. You can take that withdrawal back.',
  facts: { order: 'Order number', plan: 'Plan', amount: 'Paid', received: 'Withdrawn on' },
  text: (when: string): string =>
    `Somebody declared the withdrawal from this order. Was it not you, or do you want to keep the course? Until ${when} one press takes it back, and your lessons go on.`,
  button: 'Keep my course',
  keep: 'You did withdraw? Then close this page: nothing changes, and your money comes back.',
  noLink: 'Use the link in the receipt for the withdrawal: it knows which order is meant.',
  unknown: `This link is not valid. Use the link in the receipt, or write to ${PRODUCT.supportEmail}.`,
  states: {
    objected: {
      title: 'The withdrawal is taken back',
      text: 'Nothing is refunded. Your lessons go on at their usual hour, if any are left.',
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

/** The page that confirms a request for the first step, or ends its emails. Reached from a mail only. */
export const FIRST_STEP_COPY = {
  note: 'Lesson 1 and your plan, for visitors who asked for them.',
  confirm: { text: 'Somebody, most likely you, asked for them at this address.', button: 'Yes, send them to me' },
  leave: { text: 'One tap, and none of these emails follows.', button: 'Stop these emails' },
  noLink: 'Use the link in our email: it knows what was asked for.',
  unknown: 'This link is not valid. Use the link in our latest email to you.',
  states: {
    confirmed: {
      title: 'On their way to you',
      text: 'Lesson 1 and your plan are in your inbox in a few minutes.',
      offer: 'See the plans',
    },
    ended: {
      title: 'This request has ended',
      text: 'It was too old, was taken back, or went to an address that was changed later. If you have bought the course by now, its lessons come by themselves.',
    },
    left: { title: 'These emails have stopped', text: 'Nothing follows. This needs no confirmation.' },
  },
} as const;
