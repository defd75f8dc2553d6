import {
  CLAIMS,
  DISCOUNT_PERCENT,
  firstStepConsent,
  OWNER_CONFIG,
  type OwnerConfig,
  POLICY,
  PRODUCT,
  WITHDRAW_LABEL,
} from '@course/funnel';

/** The texts of the screens between the quiz and the offer. An owner edits them here; no component repeats them. */
export const LEAD_COPY = {
  email: {
    note: `Your ${PRODUCT.challengeDays}-day path is ready. Once you start it, its daily emails come to this address.`,
    label: 'Your email',
    placeholder: 'name@example.com',
    /** The box for lesson 1 by email, and a note on what happens without it. */
    firstStep: { ...firstStepConsent(), without: 'No tick, no email until you buy.' },
    button: 'GET MY CHALLENGE',
    privacy: 'We respect your privacy. Your email is used for your challenge and never sold.',
    privacyLink: 'Privacy Policy',
    didYouMean: 'Did you mean',
  },
  name: {
    note: 'Your plan and your daily emails will speak to you by name.',
    label: 'First name',
    placeholder: 'Your first name',
    button: 'CONTINUE',
  },
} as const;

const PRIZE_COPY = {
  note: 'Rub the card with your finger or your mouse to see what is underneath.',
  cover: 'Scratch here',
  cardLabel: 'Scratch card. Your discount is underneath.',
  prize: `${DISCOUNT_PERCENT}% OFF`,
  prizeNote: 'every plan',
  reveal: 'Reveal without scratching',
  win: {
    title: 'Woo hoo!',
    text: `You won a promo code with ${DISCOUNT_PERCENT}% off`,
    note: 'It will be applied automatically',
    button: 'CLAIM MY DISCOUNT',
  },
};

/** Returns the scratch card's texts, either for a promo code that was won or for a discount that everybody gets. */
export const scratchCopyOf = ({ scratchCard }: Pick<OwnerConfig, 'scratchCard'>): typeof PRIZE_COPY =>
  scratchCard === 'prize'
    ? PRIZE_COPY
    : {
        ...PRIZE_COPY,
        note: 'Rub the card with your finger or your mouse to see the discount. Everybody gets the same one.',
        win: {
          title: 'Your discount',
          text: `${DISCOUNT_PERCENT}% off every plan, as for everybody`,
          note: 'It is applied automatically',
          button: 'USE MY DISCOUNT',
        },
      };

export const SCRATCH_COPY = scratchCopyOf(OWNER_CONFIG);

export const TIMELINE_COPY = {
  /** Shown without answers, and until the stored ones are read. */
  ready: 'Four weeks, one lesson a day.',
  readyFor: (name: string): string => `${name}, this is yours: four weeks, one lesson a day.`,
  madeFromAnswers: (reasons: string): string => `Made from your answers: ${reasons}.`,
  madeFor: (name: string, reasons: string): string => `${name}, this is made from your answers: ${reasons}.`,
  chartTitle: 'Your readiness level',
  start: 'Now',
  end: 'After 4 weeks',
  weeks: ['Week 1', 'Week 2', 'Week 3', 'Week 4'],
  chartLabel: 'A path that climbs from now, over week 1, week 2, week 3 and week 4, to where you are after 4 weeks.',
  disclaimer: 'This chart is for illustrative purposes only',
  button: 'CONTINUE',
} as const;

export const FINAL_COPY = {
  ...CLAIMS.final,
  scoreLabel: 'Your score',
  rows: [
    { label: 'Current level', value: 'Intermediate' },
    { label: 'Target', value: 'Expert' },
    { label: 'Timeline', value: '4 weeks' },
  ],
  button: 'START MY CHALLENGE',
} as const;

/** Replaces FINAL_COPY's claims on /final when the owner has results computed from the answers. */
export const MEASURED_COPY = {
  scoreLabel: 'From your answers',
  unknown: 'Answer the questions, and your score appears here.',
  level: 'Current level',
  target: 'Target',
  levels: {
    low: { current: 'Beginner', target: 'Intermediate' },
    moderate: { current: 'Intermediate', target: 'Advanced' },
    high: { current: 'Advanced', target: 'Expert' },
  },
  timeline: { label: 'Timeline', value: '4 weeks' },
} as const;

/** The texts of /payment-success for each state of the checkout. */
export const PAYMENT_COPY = {
  paid: {
    title: 'Payment Successful!',
    lines: [
      `Your first email will arrive within ${POLICY.firstEmailHours} hours.`,
      'Please check your inbox for a confirmation.',
    ],
  },
  checking: { title: 'Checking your payment', lines: ['This takes a moment.'] },
  processing: {
    title: 'Your payment is still being processed',
    lines: [
      'Your bank may take some days. If an email asks you to confirm the payment or your bank account, do so: until then nothing happens.',
      'Once the payment arrives, you will get a confirmation by email. If your bank declines it, we will write to you, and you will not be charged.',
      'This page updates automatically.',
    ],
  },
  closed: {
    title: 'Your payment was not completed',
    lines: ['No completed payment was found for this checkout. Your plan is still there.'],
  },
  elsewhere: {
    title: 'This browser cannot show the payment',
    lines: [
      'It may have been made in another browser, or before you chose Start over here. If you have paid, there is nothing more to pay: your confirmation is in your inbox.',
    ],
  },
  unknown: {
    title: 'We could not check your payment',
    lines: ['If you paid, a confirmation will reach your inbox. Check your connection and look again.'],
  },
  refunded: {
    title: 'Your payment was refunded',
    lines: ['The full price is on its way back to you, and the emails have stopped.'],
  },
  disputed: {
    title: 'Your payment is disputed',
    lines: ['The emails have stopped until your bank has decided. If this is a mistake, write to us.'],
  },
  address: {
    /** `masked` is the address with only enough characters shown to recognise it. */
    sentTo: (masked: string): string => `Your emails go to ${masked}`,
    wrong: 'Not your address?',
    label: 'The address that you meant',
    button: 'Send my emails there',
    cancel: 'Keep the address',
    sending: 'Changing the address.',
    done: 'Changed. A new confirmation is on its way.',
    undeliverable: 'No mail can reach this address. Check the part after the @.',
    fixed: 'The address can no longer be changed here. Write to us, and we will change it.',
    failed: 'The address could not be changed. Check your connection and try again.',
  },
  facts: { plan: 'Plan', amount: 'Paid', order: 'Order number' },
  /** Shown above the address field if this browser cannot show the payment. */
  sendLink: 'Tell us the address that you paid with, and we send the link to your course there.',
  thanks: 'Thank you for starting.',
  thanksTo: (name: string): string => `Thank you, ${name}.`,
  support: 'Questions? Write to us at',
  lookAgain: 'Check again',
  backToOffer: 'Back to my plan',
} as const;

/** The offer's labels for links to the legal pages, in the order of the footer. */
export const LEGAL_LINKS = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  refund: 'Refund Policy',
  subscription: 'Subscription Policy',
  company: 'Imprint',
  withdrawal: WITHDRAW_LABEL,
} as const;

/** For the button that clears everything entered on this device. */
export const START_OVER_COPY = {
  button: 'Start over',
  shared: 'Shared phone?',
  done: { title: 'Everything is cleared', text: 'Answers, email and name are gone from this device.' },
} as const;
