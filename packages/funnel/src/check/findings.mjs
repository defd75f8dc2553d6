import { LEGAL_STATUS } from '../legal-status.mjs';
import { OWNER_CONFIG } from '../owner-config.mjs';
import { PLANS } from '../plans.mjs';
import { PRICE_LEDGER } from '../price-ledger.mjs';
import { LOCAL_MAIL } from '../product.mjs';
import { PROCESSORS, SELLER } from '../seller.mjs';
import { TESTIMONIALS } from '../testimonials.mjs';
import { claimFindings } from './claim-findings.mjs';
import { priceFindings } from './price-findings.mjs';
import { sampleFindings } from './sample-findings.mjs';
import { switchFindings } from './switch-findings.mjs';

/**
 * @typedef {object} Finding
 * @property {string} what
 * @property {string} found
 * @property {string} file Path from the repository's root, or `environment` for a variable.
 * @property {string} toDo
 */

/**
 * The content to check.
 * @typedef {object} Content
 * @property {Readonly<import('../owner-config.mjs').OwnerConfig>} config
 * @property {Readonly<import('../seller.mjs').Seller>} seller
 * @property {readonly import('../seller.mjs').Processor[]} processors
 * @property {readonly Readonly<import('../testimonials.mjs').Testimonial>[]} testimonials
 * @property {Readonly<Record<string, { readonly sample: boolean, readonly updated: string }>>} legal
 * @property {{ readonly from: string, readonly owner: string }} mail
 * @property {readonly Readonly<import('../plans.mjs').Plan>[]} plans
 * @property {readonly import('../price-ledger.mjs').LedgerEntry[]} ledger
 * @property {Date} today
 * @property {import('../resources/problems.mjs').ResourceCounts} resources Counts of `content/resources`.
 * @property {readonly number[]} lessonMinutes How long each lesson in `content/lessons` takes.
 */

/** @type {Omit<Content, 'today' | 'resources' | 'lessonMinutes'>} */
export const PRODUCT_CONTENT = {
  config: OWNER_CONFIG,
  seller: SELLER,
  processors: PROCESSORS,
  testimonials: TESTIMONIALS,
  legal: LEGAL_STATUS,
  mail: LOCAL_MAIL,
  plans: PLANS,
  ledger: PRICE_LEDGER,
};

/**
 * Returns everything in the content that is still a sample, does not fulfil the offer's claims, or is legally delicate.
 * @param {Content} content
 * @returns {Finding[]}
 */
export const findingsIn = (content) => [
  ...sampleFindings(content),
  ...switchFindings(content),
  ...priceFindings(content),
  ...claimFindings(content),
];
