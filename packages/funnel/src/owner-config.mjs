/** @typedef {'sales' | 'sales002'} OfferPage */

/**
 * The countdown of /sales002. `endsAt` is an ISO time; after it the original prices are shown and charged.
 * @typedef {{ readonly mode: 'evergreen' } | { readonly mode: 'off' } | { readonly mode: 'deadline', readonly endsAt: string }} Countdown
 */

/** @typedef {'off' | 'included'} Tax `included`: prices include VAT or sales tax, pages and receipts say so, and Stripe Tax calculates it. */

/** @typedef {{ readonly title: string, readonly url: string }} Source A publication, at its https address. */

/**
 * How strict the funnel is, and what it sells. An owner edits it; the defaults follow the specification, but sell nothing that is not there.
 * @typedef {object} OwnerConfig
 * @property {Readonly<Record<OfferPage, boolean>>} termsTicked True for offer pages whose terms box starts ticked. Many jurisdictions forbid that.
 * @property {boolean} explainMissingTerms True to explain in words that the terms box has to be ticked.
 * @property {Countdown} sales002Countdown `evergreen` restarts in every browser and has no effect; `deadline` is real; `off` shows none.
 * @property {boolean} lifetimeVideoAccess True to sell videos as a bonus; `content/resources` must have some then.
 * @property {boolean} askImmediatePerformance True to ask, in a box of its own at the checkout, for the course to begin before the time to withdraw has ended.
 * @property {boolean} holdPixelsUntilConsent True if advertising pixels wait for the visitor's consent even with CONSENT_MODE=off.
 * @property {Tax} tax Needs an active Stripe Tax with a default product tax code.
 * @property {'prize' | 'discount'} scratchCard What the card and the countdown speak of: a promo code that was won, or a discount that everybody gets.
 * @property {'fixed' | 'answers'} results What /profile and /final show: the same to everybody, or what follows from the answers.
 * @property {boolean} sampleReviewsHeading True to head reviews as samples while one of them is.
 * @property {Source | null} salarySource Shown beside the salary claim on /profile.
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
 * The mails before a purchase: lesson 1 and the plan, for visitors who tick the box on /email. Apart from `OWNER_CONFIG`,
 * which the quiz loads.
 * @typedef {object} FirstStepMails
 * @property {boolean} doubleOptIn True to ask by mail, before anything else is sent, whether the address's owner wants it. Some countries require that.
 * @property {number} reminderHours Hours after which an unfinished checkout is mentioned, once; 0 for never.
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
 * Returns true if a real deadline has passed at `now` (ms since 1970), which ends the discount on every page and at the server.
 * @param {number} now
 * @param {Pick<OwnerConfig, 'sales002Countdown'>} config
 */
export const hasOfferEnded = (now, config = OWNER_CONFIG) => now >= discountEndsAt(config);

/**
 * Returns the pricing that the offer has at `now` (ms since 1970).
 * @param {number} now
 * @param {Pick<OwnerConfig, 'sales002Countdown'>} config
 * @returns {'original' | 'discounted'}
 */
export const pricingAt = (now, config = OWNER_CONFIG) => (hasOfferEnded(now, config) ? 'original' : 'discounted');
