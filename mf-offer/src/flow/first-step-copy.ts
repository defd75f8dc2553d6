/** The texts of the page that confirms a request for the first step, or stops its emails. Reached only from a mail. */
export const FIRST_STEP_COPY = {
  confirm: { text: 'Someone, probably you, requested these emails for this address.', button: 'Yes, send them to me' },
  leave: { text: 'One tap, and you get no more of these emails.', button: 'Stop these emails' },
  noLink: 'Open this page with the link in our email: it says what was asked for.',
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
    left: {
      title: 'These emails have stopped',
      text: 'You will get no more of them. You do not have to confirm this.',
    },
  },
} as const;
