import { type Plain, PRODUCT } from '@course/funnel';

/** The kinds of step that mails link to. */
export type ReaderKind =
  'course' | 'unsubscribe' | 'refund-request' | 'second-order' | 'withdrawal-objection' | 'first-step';

export type OfferKind =
  'email' | 'name' | 'scratch' | 'timeline' | 'final' | 'sales' | 'sales002' | 'payment-success' | ReaderKind;

type Row<Key extends string> = Plain<Key, OfferKind> & {
  /** Set for a screen with a picture of its own: the landscape at its foot is only for wide windows. */
  readonly hasPicture?: true;
};

/** Returns the table unchanged. A wrong key in `next` or `back` does not compile. */
const defineSteps = <const Key extends string>(rows: readonly Row<Key>[]): readonly Row<Key>[] => rows;

/** The offer's steps, in order. */
export const STEPS = defineSteps([
  {
    key: 'email',
    path: '/email',
    kind: 'email',
    next: 'name',
    back: { exit: 'quiz-end' },
    title: 'Enter your email to receive your personalized Challenge',
  },
  { key: 'name', path: '/name', kind: 'name', next: 'scratch', back: 'email', title: 'What is your name?' },
  {
    key: 'scratch',
    path: '/scratch',
    kind: 'scratch',
    next: 'timeline',
    back: 'name',
    title: `Scratch & Save on your ${PRODUCT.challengeDays}-Day AI Challenge`,
  },
  {
    key: 'timeline',
    path: '/timeline',
    kind: 'timeline',
    next: 'sales002',
    back: 'name',
    title: 'Your AI learning plan is ready',
  },
  { key: 'final', path: '/final', kind: 'final', next: 'sales002', back: null, title: 'Your challenge is ready' },
  {
    key: 'sales',
    path: '/sales',
    kind: 'sales',
    next: 'payment-success',
    back: null,
    title: '4-week program is enough for you to start your AI journey',
  },
  {
    key: 'sales002',
    path: '/sales002',
    kind: 'sales002',
    next: 'payment-success',
    back: null,
    title: 'Launch Your AI Career in Just 4 Weeks',
  },
  {
    key: 'payment-success',
    path: '/payment-success',
    kind: 'payment-success',
    next: null,
    back: null,
    hasPicture: true,
    title: 'Payment Successful!',
  },
  // The targets of links in mails. No other step leads to them.
  {
    key: 'course',
    path: '/course',
    kind: 'course',
    next: null,
    back: null,
    private: true,
    hasPicture: true,
    title: 'Your lessons',
  },
  {
    key: 'unsubscribe',
    path: '/unsubscribe',
    kind: 'unsubscribe',
    next: null,
    back: null,
    private: true,
    title: 'Stop the daily emails',
  },
  {
    key: 'refund-request',
    path: '/refund-request',
    kind: 'refund-request',
    next: null,
    back: null,
    private: true,
    title: 'Ask for your money back',
  },
  {
    key: 'second-order',
    path: '/second-order',
    kind: 'second-order',
    next: null,
    back: null,
    private: true,
    title: 'Your second order',
  },
  {
    key: 'withdrawal-objection',
    path: '/withdrawal-objection',
    kind: 'withdrawal-objection',
    next: null,
    back: null,
    private: true,
    title: 'Take back a withdrawal',
  },
  {
    key: 'first-step',
    path: '/first-step',
    kind: 'first-step',
    next: null,
    back: null,
    private: true,
    title: 'Your first step by email',
  },
]);

export type Step = (typeof STEPS)[number];
export type StepKey = Step['key'];

/** The offer's entries by name: the paths that other remotes may link to. */
export const ENTRIES = {
  plan: '/email',
  offer: '/sales002',
  sales: '/sales',
  'refund-request': '/refund-request',
  course: '/course',
} as const;

/** The entries of other remotes that the offer links to. */
export const EXITS = [
  'start',
  'quiz-end',
  'terms',
  'privacy',
  'refund',
  'subscription',
  'company',
  'withdrawal',
] as const;

/** The questions of other remotes whose answers the offer shows. */
export const SHOWN_ANSWERS = { goal: 'q19', target: 'q15' } as const;
