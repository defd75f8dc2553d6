import type { PlanKey } from '@course/funnel';
import type { StepKey, StepKind } from '@course/test-kit/product-flow';

/** Invented but believable figures, not measured. Shares are from 0 to 1; weights are relative to their sum. */

/** Visible time on a page, log-normally distributed: half of those who continue have left within `median` seconds. */
export interface Dwell {
  readonly median: number;
  /** Standard deviation of the logarithm. */
  readonly sigma: number;
}

const glance: Dwell = { median: 3.5, sigma: 0.6 };
const screen: Dwell = { median: 7, sigma: 0.7 };
const reading: Dwell = { median: 25, sigma: 1 };

export const DWELL: Readonly<Record<StepKind, Dwell>> = {
  'yes-no': { median: 4.5, sigma: 0.7 },
  landing: { median: 11, sigma: 0.9 },
  gender: { median: 4, sigma: 0.6 },
  single: { median: 5, sigma: 0.55 },
  multi: { median: 9.5, sigma: 0.6 },
  'social-proof': glance,
  reassurance: glance,
  study: { median: 5, sigma: 0.7 },
  profile: { median: 12, sigma: 0.7 },
  readiness: screen,
  // Determined by its animation.
  processing: { median: 9, sigma: 0.12 },
  email: { median: 16, sigma: 0.7 },
  name: { median: 6.5, sigma: 0.6 },
  scratch: { median: 8, sigma: 0.5 },
  timeline: { median: 9, sigma: 0.7 },
  final: screen,
  sales: { median: 48, sigma: 1 },
  sales002: { median: 48, sigma: 1 },
  'payment-success': { median: 14, sigma: 0.8 },
  terms: reading,
  privacy: reading,
  refund: reading,
  subscription: reading,
  imprint: reading,
  withdrawal: screen,
  course: reading,
  unsubscribe: screen,
  'refund-request': screen,
  'second-order': screen,
  'withdrawal-objection': screen,
  'first-step': screen,
};

/** What makes visible times longer than `DWELL`. */
export const LINGER = {
  /** Factor for those who leave, because they hesitate. */
  leavingFactor: 1.7,
  /** Additional time of those who pay, to fill in the card form. */
  paying: { median: 55, sigma: 0.45 },
  /**
   * The heavy tail: a few forget the page while it is visible. Their time is multiplied by a Pareto number of this
   * shape, at least 1.
   */
  forgottenShare: 0.015,
  forgottenShape: 0.9,
  maxSeconds: 7200,
} as const;

/** Time in a hidden tab, which counts towards total time but not visible time. */
export const HIDDEN = { share: 0.07, median: 28, sigma: 1.1, maxSeconds: 14_400 } as const;

/** Time from the end of a page to the beginning of the next. */
export const BETWEEN_PAGES_MS = { from: 15, to: 240 } as const;

/** Shares of exits that never arrived, so that the time is unknown (NULL). */
export const LOST_EXITS = { leaving: 0.12, staying: 0.004 } as const;

/** Shares of visitors who reach a step and leave there. */
export const DROP_OFF_RATES: Readonly<Partial<Record<StepKey, number>>> = {
  root: 0.31,
  home: 0.36,
  old001: 0.29,
  q1: 0.06,
  onboarding: 0.025,
  q2: 0.03,
  q10: 0.035,
  q12: 0.03,
  q15: 0.03,
  profile: 0.035,
  q19: 0.025,
  processing: 0.04,
  email: 0.24,
  name: 0.03,
  scratch: 0.02,
  timeline: 0.05,
};

export const DROP_OFF_ELSEWHERE = 0.018;

/** Shares of visitors who reach the offer and buy or only open a checkout; the others leave. */
export const OFFER = { buys: 0.085, opensCheckout: 0.06 } as const;

/**
 * Two entry screens and an older one. `leave` and `buy` multiply the shares above, for differences that analysts can
 * find.
 */
export const ENTRIES = {
  root: { weight: 50, leave: 1, buy: 1 },
  home: { weight: 30, leave: 0.86, buy: 1.3 },
  old001: { weight: 20, leave: 1.12, buy: 0.85 },
} as const satisfies Partial<Record<StepKey, TrafficSegment>>;

/** Visitors of one origin, such as an entry screen or a campaign. */
export interface TrafficSegment {
  readonly weight: number;
  /** Factor of the share that leaves at the entry screen. */
  readonly leave: number;
  readonly buy: number;
}

export type EntryKey = keyof typeof ENTRIES;

/** `source` and `medium` are UTM parameters. Visitors without a source have no UTM parameters. */
export const CAMPAIGNS = {
  none: { weight: 30, leave: 0.95, buy: 1.1 },
  'spark-ads-november': { weight: 34, leave: 1.08, buy: 0.9, source: 'tiktok', medium: 'paid_social' },
  'reels-career': { weight: 18, leave: 1, buy: 1, source: 'instagram', medium: 'paid_social' },
  'search-ai-course': { weight: 11, leave: 0.8, buy: 1.5, source: 'google', medium: 'cpc' },
  'newsletter-partners': { weight: 7, leave: 0.75, buy: 1.4, source: 'partners', medium: 'email' },
} as const satisfies Record<string, TrafficSegment & { source?: string; medium?: string }>;

export type CampaignKey = keyof typeof CAMPAIGNS;

export const TIME_ZONES = {
  'America/New_York': 34,
  'America/Chicago': 18,
  'America/Los_Angeles': 16,
  'Europe/London': 14,
  'Europe/Berlin': 10,
  'Asia/Kolkata': 8,
} as const;

/** By hour of the day in UTC: most visitors are in the Americas and come in the evening. */
export const HOUR_WEIGHTS: readonly number[] = [
  9, 9.5, 9, 7, 5, 3.5, 2.5, 2, 2, 2.4, 2.8, 3.5, 4.5, 5.5, 6, 6.2, 6.2, 6.4, 6.8, 7, 7.2, 7.6, 8.2, 8.8,
];

/** By day of the week, from Sunday. */
export const WEEKDAY_WEIGHTS: readonly number[] = [1.22, 1, 0.94, 0.92, 0.95, 0.98, 1.16];

export const PLAN_WEIGHTS: Readonly<Record<PlanKey, number>> = { '1week': 24, '4week': 58, '12week': 18 };

/** Refunds of orders, partial or full, some days after the purchase; not yet made if that is in the future. */
export const REFUNDS = {
  share: 0.055,
  partialShare: 0.2,
  partOfAmount: 0.5,
  afterDays: { from: 0.5, to: 14 },
} as const;

/** Known crawlers, which are stored, marked and excluded from all figures. */
export const BOTS = { share: 0.015, maxPages: 4, secondsPerPage: { from: 0.2, to: 1.5 } } as const;

export const NAMES = {
  Alex: 5,
  Maria: 5,
  James: 4,
  Priya: 4,
  Sam: 4,
  Chloe: 3,
  Diego: 3,
  Hannah: 3,
  Omar: 2,
  Yuki: 2,
} as const;

/** Weights of the options. For questions with several answers: the share that chooses the option, independently. */
export const ANSWERS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  start: { yes: 62, no: 38, 'landing-home': 100 },
  gender: { male: 46, female: 54 },
  q1: { '18-24': 14, '25-34': 31, '35-44': 29, '45+': 26 },
  q2: { 'increase-wealth': 33, 'become-boss': 15, 'career-change': 17, 'skill-improvement': 21, 'future-proof': 14 },
  q3: { always: 17, often: 34, sometimes: 36, 'not-really': 13 },
  q4: { 'very-comfortable': 11, 'somewhat-comfortable': 35, 'not-very-comfortable': 34, 'not-comfortable': 20 },
  q5: { 'very-afraid': 16, 'somewhat-afraid': 33, 'a-little-afraid': 31, 'not-afraid': 20 },
  q6: { 'very-difficult': 21, 'somewhat-difficult': 57, 'not-difficult': 22 },
  q7: { definitely: 24, maybe: 41, no: 35 },
  q8: { expert: 3, competent: 14, intermediate: 34, novice: 49 },
  q9: { daily: 21, weekly: 28, rarely: 32, never: 19 },
  q10: {
    midjourney: 0.19,
    dalle: 0.17,
    claude: 0.28,
    gemini: 0.39,
    perplexity: 0.14,
    copilot: 0.33,
    'stable-diffusion': 0.07,
    runway: 0.05,
    elevenlabs: 0.08,
    none: 0.24,
  },
  q11: { 'very-afraid': 15, 'somewhat-afraid': 32, 'a-little-afraid': 30, 'not-afraid': 23 },
  q12: { '50-100k': 47, '100-300k': 38, '300k+': 15 },
  q13: { 'yes-knew': 39, suspected: 43, 'no-idea': 18 },
  q14: { yes: 58, no: 14, 'not-sure': 28 },
  q15: { design: 0.31, development: 0.24, marketing: 0.42, writing: 0.46, business: 0.55 },
  q16: { '100-ready': 37, ready: 36, 'somewhat-ready': 21, 'not-ready': 6 },
  q17: { 'very-easy': 11, easy: 30, difficult: 42, 'very-difficult': 17 },
  q19: {
    'buy-house': 0.36,
    'travel-world': 0.51,
    'start-business': 0.34,
    'financial-freedom': 0.68,
    'help-family': 0.49,
  },
  q20: { '5-min': 13, '10-min': 29, '15-min': 38, '20-min': 20 },
};
