import type { Plain } from '@course/funnel';
import type { LegalKind } from './texts.ts';

/** A kind of legal page: a text, or the page for withdrawing from a contract. */
export type StepKind = LegalKind | 'withdrawal';

export type LegalStep = Plain<StepKind, StepKind>;

/** The legal pages, in order. */
export const STEPS: readonly LegalStep[] = [
  {
    key: 'terms',
    path: '/terms',
    kind: 'terms',
    next: null,
    back: { exit: 'offer' },
    indexable: true,
    title: 'Terms of Service',
  },
  {
    key: 'privacy',
    path: '/privacy',
    kind: 'privacy',
    next: null,
    back: { exit: 'offer' },
    indexable: true,
    title: 'Privacy Policy',
  },
  {
    key: 'refund',
    path: '/refund',
    kind: 'refund',
    next: null,
    back: { exit: 'offer' },
    indexable: true,
    title: 'Refund Policy',
  },
  {
    key: 'subscription',
    path: '/subscription',
    kind: 'subscription',
    next: null,
    back: { exit: 'offer' },
    indexable: true,
    title: 'Subscription Policy',
  },
  {
    key: 'imprint',
    path: '/imprint',
    kind: 'imprint',
    next: null,
    back: { exit: 'offer' },
    indexable: true,
    title: 'Imprint',
  },
  {
    key: 'withdrawal',
    path: '/withdrawal',
    kind: 'withdrawal',
    next: null,
    back: { exit: 'offer' },
    indexable: true,
    title: 'Withdraw from contract',
  },
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

/** Where the back link leads if the visitor's origin is unknown. */
export const DEFAULT_ORIGIN = 'offer';

/** The entries of other remotes whose screens link to legal pages. */
export const ORIGINS = [
  DEFAULT_ORIGIN,
  'sales',
  'start',
  'landing',
  'gender',
  'social-proof',
  'plan',
  'course',
] as const;

/** The entries of other remotes that the legal pages link to. */
export const EXITS = [...ORIGINS, 'refund-request'] as const;
