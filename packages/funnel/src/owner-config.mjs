/**
 * How the countdown of /sales002 behaves. `endsAt` is an ISO time; after it the original prices are shown and charged.
 * @typedef {{ readonly mode: 'evergreen' } | { readonly mode: 'off' } | { readonly mode: 'deadline', readonly endsAt: string }} Countdown
 */

/**
 * Where an owner decides how strict the funnel is with itself. The defaults follow the specification.
 * @typedef {object} OwnerConfig
 * @property {Readonly<Record<import('./offer.ts').OfferPage, boolean>>} termsTicked Whether the terms box of each offer page starts ticked. Many places require that it does not.
 * @property {boolean} explainMissingTerms Whether a line of text says what is missing when checkout is tried without the terms.
 * @property {Countdown} sales002Countdown `evergreen` starts anew for every browser and ends without consequence; `deadline` is real; `off` shows none.
 * @property {boolean} holdPixelsUntilConsent Whether advertising pixels wait for the visitor's consent, even where the installation set CONSENT_MODE=off.
 */

/** @type {Readonly<OwnerConfig>} */
export const OWNER_CONFIG = {
  termsTicked: { sales: false, sales002: true },
  explainMissingTerms: false,
  sales002Countdown: { mode: 'evergreen' },
  holdPixelsUntilConsent: false,
};

/**
 * Whether a real deadline has passed at `now`, in ms since 1970: the discount is over on every page and at the server.
 * @param {number} now
 * @param {Pick<OwnerConfig, 'sales002Countdown'>} config
 */
export const hasOfferEnded = (now, { sales002Countdown: countdown } = OWNER_CONFIG) =>
  countdown.mode === 'deadline' && now >= Date.parse(countdown.endsAt);
