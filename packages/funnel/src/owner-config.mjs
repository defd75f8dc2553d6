/** @typedef {'sales' | 'sales002'} OfferPage */

/**
 * The countdown of /sales002. `endsAt` is an ISO time, after which the original prices are shown and charged.
 * @typedef {{ readonly mode: 'evergreen' } | { readonly mode: 'off' } | { readonly mode: 'deadline', readonly endsAt: string }} Countdown
 */

/** @typedef {'off' | 'included'} Tax `included`: prices include VAT or sales tax, pages and receipts say so, and Stripe Tax calculates it. */

/** @typedef {{ readonly title: string, readonly url: string }} Source A publication, at its https address. */

/**
 * How strict the funnel is, and what it sells. An owner edits it. The defaults follow the specification, but sell
 * nothing that does not exist.
 * @typedef {object} OwnerConfig
 * @property {Readonly<Record<OfferPage, boolean>>} termsTicked True for offer pages whose terms box starts ticked. Many jurisdictions forbid that.
 * @property {boolean} explainMissingTerms True to explain in words that the terms box has to be ticked.
 * @property {Countdown} sales002Countdown `evergreen` restarts in every browser and has no effect; `deadline` is real; `off` shows none.
 * @property {boolean} lifetimeVideoAccess True to sell videos as a bonus; `content/resources` must then have some.
 * @property {boolean} askImmediatePerformance True to require, with a box of its own at the checkout, the request to begin the course before the withdrawal period ends.
 * @property {boolean} holdPixelsUntilConsent True if advertising pixels wait for the visitor's consent even with CONSENT_MODE=off.
 * @property {Tax} tax Needs an active Stripe Tax with a default product tax code.
 * @property {'prize' | 'discount'} scratchCard What the card and the countdown promise: a promo code that was won, or a discount that everybody gets.
 * @property {'fixed' | 'answers'} results What /profile and /final show: the same to every visitor, or a result computed from the answers.
 * @property {boolean} sampleReviewsHeading True to mark the reviews' heading as samples while at least one review is a sample.
 * @property {Source | null} salarySource Shown next to the salary claim on /profile.
 */

/** @type {Readonly<OwnerConfig>} */
export const OWNER_CONFIG = {
  termsTicked: { sales: false, sales002: true },
  explainMissingTerms: false,
  sales002Countdown: { mode: 'evergreen' },
  lifetimeVideoAccess: false,
  askImmediatePerformance: false,
  holdPixelsUntilConsent: false,
  tax: 'off',
  scratchCard: 'prize',
  results: 'fixed',
  sampleReviewsHeading: false,
  salarySource: null,
};

/**
 * The mails before a purchase: lesson 1 and the plan, for visitors who tick the box on /email. Separate from
 * `OWNER_CONFIG`, because the quiz loads that one.
 * @typedef {object} FirstStepMails
 * @property {boolean} doubleOptIn True to ask the address's owner for confirmation by mail before anything else is sent. Some countries require that.
 * @property {number} reminderHours Hours after which one reminder of an unfinished checkout is sent; 0 for never.
 */

/** @type {Readonly<FirstStepMails>} */
export const FIRST_STEP_MAILS = { doubleOptIn: true, reminderHours: 24 };

/**
 * Returns when the discount ends for everybody, in ms since 1970; Infinity without a real deadline.
 * @param {Pick<OwnerConfig, 'sales002Countdown'>} config
 */
export const discountEndsAt = ({ sales002Countdown: countdown } = OWNER_CONFIG) =>
  countdown.mode === 'deadline' ? Date.parse(countdown.endsAt) : Infinity;

/**
 * Returns true if a real deadline has passed at `now` (ms since 1970), which ends the discount everywhere.
 * @param {number} now
 * @param {Pick<OwnerConfig, 'sales002Countdown'>} config
 */
export const hasOfferEnded = (now, config = OWNER_CONFIG) => now >= discountEndsAt(config);

/**
 * Returns the offer's pricing at `now` (ms since 1970).
 * @param {number} now
 * @param {Pick<OwnerConfig, 'sales002Countdown'>} config
 * @returns {'original' | 'discounted'}
 */
export const pricingAt = (now, config = OWNER_CONFIG) => (hasOfferEnded(now, config) ? 'original' : 'discounted');
