import {
  BONUSES,
  CLAIMS,
  discountPercentOf,
  fromPerDayOf,
  OWNER_CONFIG,
  type OwnerConfig,
  type Plan,
  PRODUCT,
  reviewsHeading,
  TESTIMONIALS,
} from '@course/funnel';

/** The texts of the offer pages. An owner edits them here; no component repeats them. */
export const OFFER_COPY = {
  getMyPlan: 'Get my plan',
  loading: 'Loading payment...',
  countdownEnded: 'The countdown has ended. The prices shown are the ones you pay.',
  choosePlan: 'Choose Your Plan',
  popular: 'MOST POPULAR',
  discountApplied: 'Discount applied',
  /** For screen readers, before the two prices of a plan. */
  priceBefore: 'Original price',
  priceNow: 'Price now',
  oneTime: 'One-time payment. Not a subscription, nothing renews.',
  terms: { before: 'I agree to the', and: 'and the', missing: 'Please tick the box to go on.' },
  goalCard: 'Your goal',
  targetCard: 'Your target',
  paymentsTitle: 'Accepted payments',
  checkoutTitle: 'Your payment',
  guarantee: {
    title: `${PRODUCT.guaranteeDays}-day money-back guarantee`,
    text: `Not for you? Write to us within ${PRODUCT.guaranteeDays} days of your purchase and you get your money back.`,
    link: 'Refund Policy',
  },
  cookiesRefused: {
    title: 'Your browser refuses cookies',
    text: 'The checkout needs one to know that the payment is yours. Nothing was charged. Allow cookies for this site and reload.',
  },
  offerEnded: {
    title: 'The discount has ended',
    text: 'The plans now show their original prices. Nothing was charged.',
  },
  /** Shown next to the button until it is tapped again. */
  priceChanged: (plan: string, price: string): string =>
    `The price has changed: the ${plan} costs ${price} now. Nothing was charged. If you agree, tap the button again.`,
  outdated: {
    title: 'This page is out of date',
    text: 'The prices have changed since you opened it. Nothing was charged. Reload the page to see them.',
  },
  declined: {
    title: 'This cannot be bought here',
    text: `Nothing was charged. Please write to ${PRODUCT.supportEmail}, and we will see what we can do.`,
  },
  failure: { title: 'Error', text: 'Failed to create checkout session. Please try again.' },
  alreadyPaid: {
    title: 'You have already bought a plan',
    text: 'Your course is on its way to your inbox. Do you want to buy another plan and pay again?',
    confirm: 'Yes, buy another plan',
    cancel: 'No, keep what I have',
  },
} as const;

export const SALES_COPY = {
  offer: 'Limited Time Offer',
  offerEnded: 'The discount has ended',
  goal: 'Grow wealth',
  target: 'Vacation',
  comparison: {
    text: `${PRODUCT.lessonMinutes} minutes a day turn "I should look into AI" into something you use at work.`,
    label: 'On the left, today: a flat path. On the right, after 4 weeks: a path that climbs to the sun.',
    before: 'Today',
    after: 'After 4 weeks',
    rows: [
      { before: 'Guessing what AI can do', after: 'Knowing which tool fits' },
      { before: 'Hours on routine work', after: 'Minutes on routine work' },
      { before: 'Watching others move ahead', after: 'Results you can show' },
    ],
  },
  easier: {
    title: 'AI is easier than you think',
    points: [
      { title: 'No coding', text: 'You write in plain words. That is all it takes.' },
      {
        title: 'Small steps',
        text: `One lesson a day, about ${PRODUCT.lessonMinutes} minutes, at the time that suits you.`,
      },
      { title: 'Real tasks', text: 'Each lesson ends with something you can use the same day.' },
    ],
  },
  benefits: {
    title: 'What you get',
    items: [
      'A plan made from your own answers',
      'The tools that matter, in the order that makes sense',
      `${CLAIMS.cheatSheets} cheat sheets and templates`,
      'Exercises for work, studies and side projects',
      'Missed a day? It waits for you',
    ],
  },
  emails: {
    title: `${PRODUCT.challengeDays} Daily Emails`,
    text: 'One lesson a day in your inbox, at the hour you pick. Read it, try it, done. No app to install and no password to forget.',
  },
  testimonials: reviewsHeading('What people say', OWNER_CONFIG, TESTIMONIALS),
} as const;

/** Returns the label of the countdown on /sales002. */
export const promoOf = ({ scratchCard }: Pick<OwnerConfig, 'scratchCard'>): string =>
  scratchCard === 'prize' ? 'Your promo code expires in' : 'The discount ends in';

export const SALES002_COPY = {
  promo: promoOf(OWNER_CONFIG),
  complete: (questions: number | string): string => `${questions}/${questions} Complete`,
  completeNote: 'Your plan is ready.',
  completeFromAnswers: 'Your answers became your plan.',
  ready: 'Your personal plan is ready',
  readyFor: (name: string): string => `${name}, your personal plan is ready`,
  hero: `One email a day, about ${PRODUCT.lessonMinutes} minutes each. ${CLAIMS.people} people have chosen ${PRODUCT.name}.`,
  /** `plans` are the plans at their current prices. */
  discount: (plans: readonly Plan[]): string =>
    `Your ${discountPercentOf(plans)}% discount is applied. Plans from ${fromPerDayOf(plans)}.`,
  weeksTitle: 'What you learn, week by week',
  weekTitles: ['Core AI Tools', 'Productivity Boost', 'Career & Projects', 'Mastery & Impact'],
  /** Shown without answers, and until the stored ones are read. */
  weeksNote: 'From the 4-week plan. Take the quiz, and its lessons are chosen by your answers.',
  weeksFromAnswers: (reasons: string): string => `From your 4-week plan, made from your answers: ${reasons}.`,
  delivery: {
    title: 'How it reaches you',
    text: 'By email, once a day. Each lesson has one idea, one example and one exercise, and stays in your inbox.',
  },
  bonuses: BONUSES,
  testimonials: reviewsHeading(CLAIMS.testimonialsTitle, OWNER_CONFIG, TESTIMONIALS),
} as const;
