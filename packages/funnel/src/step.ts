import type { IconName } from './icons.ts';

/** Keys under which answers are stored, here and on the server. There is no q18: /profile takes its place. */
export const ANSWER_KEYS = [
  'start',
  'gender',
  'q1',
  'q2',
  'q3',
  'q4',
  'q5',
  'q6',
  'q7',
  'q8',
  'q9',
  'q10',
  'q11',
  'q12',
  'q13',
  'q14',
  'q15',
  'q16',
  'q17',
  'q19',
  'q20',
] as const;

export type AnswerKey = (typeof ANSWER_KEYS)[number];

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly icon?: IconName;
}

interface Base<Key extends string> {
  readonly key: Key;
  readonly path: `/${string}`;
  /** The screen's heading. */
  readonly title: string;
  readonly next: NoInfer<Key> | null;
  /** Target of the back arrow; null for none. */
  readonly back: NoInfer<Key> | null;
  /** Only entry and legal pages may be indexed by search engines. */
  readonly indexable?: true;
  /** Opened with a secret from a mail: no caching, no Referer, no pixels. */
  readonly private?: true;
}

/** A screen that stores one answer and continues. */
interface Choice<Key extends string> extends Base<Key> {
  readonly asks: AnswerKey;
  readonly options: readonly Option[];
}

export type Landing<Key extends string> = Choice<Key> & { readonly kind: 'landing' };
export type YesNo<Key extends string> = Choice<Key> & { readonly kind: 'yes-no'; readonly question: string };
export type Gender<Key extends string> = Choice<Key> & { readonly kind: 'gender'; readonly tagline: string };
export type Single<Key extends string> = Choice<Key> & { readonly kind: 'single'; readonly hint?: string };
export type Multi<Key extends string> = Choice<Key> & {
  readonly kind: 'multi';
  readonly hint: string;
  /** Choosing this value clears the others, and vice versa. */
  readonly exclusive?: string;
};

/** Screens with a layout of their own, which need only content besides the row. */
export const PLAIN_KINDS = [
  'social-proof',
  'reassurance',
  'study',
  'profile',
  'readiness',
  'processing',
  'email',
  'name',
  'scratch',
  'timeline',
  'final',
  'sales',
  'sales002',
  'payment-success',
  'terms',
  'privacy',
  'refund',
  'subscription',
  'course',
  'unsubscribe',
  'refund-request',
  'second-order',
] as const;

export type PlainKind = (typeof PLAIN_KINDS)[number];
export type Plain<Key extends string> = Base<Key> & { readonly kind: PlainKind };

export type StepOf<Key extends string> =
  Landing<Key> | YesNo<Key> | Gender<Key> | Single<Key> | Multi<Key> | Plain<Key>;

/** Returns the table unchanged. A wrong key in `next` or `back` does not compile. */
export const defineSteps = <const Key extends string>(steps: readonly StepOf<Key>[]): readonly StepOf<Key>[] => steps;
