import { DISCOUNT_PERCENT } from '../plans.mjs';
import { CLAIMS } from '../product.mjs';
import { reviewsHeading } from '../testimonials.mjs';

/** @typedef {import('./findings.mjs').Finding} Finding */
/** @typedef {import('./findings.mjs').Content} Content */

/**
 * A rule about a switch of the owner's configuration that may be legally delicate.
 * @typedef {object} Rule
 * @property {string} what
 * @property {(content: Content) => string | null} found Returns what is delicate, or null if nothing is.
 * @property {string} toDo
 */

/** @type {readonly Rule[]} */
const RULES = [
  {
    what: 'preticked terms box',
    found: ({ config: { termsTicked } }) =>
      Object.entries(termsTicked)
        .flatMap(([page, isTicked]) => (isTicked ? [`/${page}`] : []))
        .join(', ') || null,
    toDo: 'Start it unticked in termsTicked: a preticked box is not consent in the EU and elsewhere',
  },
  {
    what: 'silent refusal',
    found: ({ config }) => (config.explainMissingTerms ? null : 'the unticked terms box only shakes'),
    toDo: 'Set explainMissingTerms, so that visitors are told what is missing',
  },
  {
    what: 'countdown without consequence',
    found: ({ config }) =>
      config.sales002Countdown.mode === 'evergreen' ? '/sales002, restarts in every browser' : null,
    toDo: 'Set a real deadline, or off, in sales002Countdown',
  },
  {
    what: 'pixels without consent',
    found: ({ config }) => (config.holdPixelsUntilConsent ? null : 'when PIXEL_ID is set and CONSENT_MODE=off'),
    toDo: 'Set holdPixelsUntilConsent, or leave CONSENT_MODE on, where the law requires consent',
  },
  {
    what: 'prize that everybody wins',
    found: ({ config }) =>
      config.scratchCard === 'prize'
        ? `the scratch card always shows ${DISCOUNT_PERCENT}% off and calls it won, /sales002 calls it a promo code`
        : null,
    toDo: "Set scratchCard: 'discount', which says that everybody gets it",
  },
  {
    what: 'result not measured',
    found: ({ config }) =>
      config.results === 'fixed'
        ? `/profile shows "${CLAIMS.profile.result}" and ${CLAIMS.profile.scorePercent}%, /final shows ${CLAIMS.final.scorePercent}% to everybody`
        : null,
    toDo: "Set results: 'answers', which calculates them from the answers",
  },
  {
    what: 'invented reviews called real',
    found: ({ config, testimonials }) =>
      testimonials.some(({ sample }) => sample) && !config.sampleReviewsHeading
        ? `"${reviewsHeading(CLAIMS.testimonialsTitle, config, testimonials)}" is their heading on /sales002`
        : null,
    toDo: 'Set sampleReviewsHeading, or show reviews of real customers',
  },
  {
    what: 'earnings claim without a source',
    found: ({ config }) => (config.salarySource ? null : `/profile: ${CLAIMS.salary} more salary`),
    toDo: 'Set salarySource to the study that proves it: it is shown next to the claim',
  },
];

/**
 * Returns what the owner's configuration leaves legally delicate.
 * @param {Content} content
 * @returns {Finding[]}
 */
export const switchFindings = (content) =>
  RULES.flatMap(({ what, found, toDo }) => {
    const finding = found(content);
    return finding === null ? [] : [{ what, found: finding, file: 'packages/funnel/src/owner-config.mjs', toDo }];
  });
