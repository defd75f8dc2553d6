import type { Plain } from '@course/funnel';
import type { LegalKind } from './texts.ts';

/** A kind of legal page: a text, or the page for withdrawing from a contract. */
export type StepKind = LegalKind | 'withdrawal';

export type LegalStep = Plain<StepKind, StepKind>;

/** Where the back link leads if the visitor's origin is unknown. */
export const DEFAULT_ORIGIN = 'offer';

/** The entries of other remotes whose screens link to legal pages, with the back link's label for each. */
export const ORIGINS = {
  start: 'Back to the quiz',
  landing: 'Back to the quiz',
  gender: 'Back to the quiz',
  'social-proof': 'Back to the quiz',
  course: 'Back to your course',
  plan: 'Back to your plan',
  [DEFAULT_ORIGIN]: 'Back to the offer',
  sales: 'Back to the offer',
} as const;

const page = (row: Pick<LegalStep, 'key' | 'path' | 'kind' | 'title'>): LegalStep => ({
  ...row,
  next: null,
  back: { exit: DEFAULT_ORIGIN },
  indexable: true,
});

/** The legal pages, in order. */
export const STEPS: readonly LegalStep[] = [
  page({ key: 'terms', path: '/terms', kind: 'terms', title: 'Terms of Service' }),
  page({ key: 'privacy', path: '/privacy', kind: 'privacy', title: 'Privacy Policy' }),
  page({ key: 'refund', path: '/refund', kind: 'refund', title: 'Refund Policy' }),
  page({ key: 'subscription', path: '/subscription', kind: 'subscription', title: 'Subscription Policy' }),
  page({ key: 'imprint', path: '/imprint', kind: 'imprint', title: 'Imprint' }),
  page({ key: 'withdrawal', path: '/withdrawal', kind: 'withdrawal', title: 'Withdraw from contract' }),
];

/** The legal pages' entries by name: the paths that other remotes may link to. `company` is the imprint. */
export const ENTRIES = {
  terms: '/terms',
  privacy: '/privacy',
  refund: '/refund',
  subscription: '/subscription',
  withdrawal: '/withdrawal',
  company: '/imprint',
} as const;

/** The entries of other remotes that the legal pages link to. */
export const EXITS = [...Object.keys(ORIGINS), 'refund-request'];
