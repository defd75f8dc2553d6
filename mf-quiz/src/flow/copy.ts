import { PRODUCT, WITHDRAW_LABEL } from '@course/funnel';
import type { StepKey } from './steps.ts';

/** The number of questions, or its placeholder while a build prerenders the screens. */
export type Total = number | string;

/**
 * Texts and numbers of the quiz that are not in the step table. An owner edits them here. Those of screens in chunks of
 * their own are in `entries-copy.ts` and `later-copy.ts`.
 */

/** Returns the entry screens' descriptions, for search engines and link previews. The other screens are not indexed. */
export const descriptions = (total: Total): Partial<Record<StepKey, string>> => ({
  root: `${PRODUCT.challengeDays}-day AI challenge: one short email a day. Find your starting point in 2 minutes.`,
  home: `Take a 2-minute quiz and get a personal plan: ${PRODUCT.challengeDays} days, one email a day, ${PRODUCT.lessonMinutes} minutes each.`,
  old001: `Answer ${total} quick questions and get a personal AI learning roadmap.`,
  old002: 'People of every age and trade learn to work with AI, one short email a day.',
});

export const ROOT_COPY = {
  note: (total: Total): string => `${total} questions, about 2 minutes`,
} as const;

export const SOCIAL_PROOF_COPY = {
  lead: 'Different ages, trades and time zones. The same first step as yours.',
  button: 'CONTINUE',
} as const;

/** Label of the switch at the end of every question. It is visible only while it has keyboard focus. */
export const KEYS_COPY = 'Answer with number keys';

export const RESUME_COPY = 'Continue where you left off';

/** For the button that clears everything entered on this device. */
export const START_OVER_COPY = {
  button: 'Start over',
  done: { title: 'Everything is cleared', text: 'Answers, email and name are gone from this device.' },
} as const;

/** The quiz's labels for links to the legal pages. */
export const LEGAL_LINKS = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  subscription: 'Subscription Policy',
  withdrawal: WITHDRAW_LABEL,
} as const;
