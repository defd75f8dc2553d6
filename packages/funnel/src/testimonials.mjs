/**
 * @typedef {object} Testimonial
 * @property {string} name
 * @property {string} title
 * @property {string} text
 * @property {1 | 2 | 3 | 4 | 5} rating
 * @property {boolean} sample True for invented examples. Publishing invented reviews is unlawful in many places: replace them before going live.
 */

/** @type {readonly Readonly<Testimonial>[]} */
export const TESTIMONIALS = [
  {
    name: 'Maria T.',
    title: 'Finally something I could keep up with',
    text: 'One short email with my coffee, one small exercise. By the second week I was writing client updates in half the time.',
    rating: 5,
    sample: true,
  },
  {
    name: 'James K.',
    title: 'No hype, just practice',
    text: 'I expected theory. Every lesson had something I could try at work the same day, and most of it stuck.',
    rating: 5,
    sample: true,
  },
  {
    name: 'Priya S.',
    title: 'Gave me the push to change jobs',
    text: 'The career week helped me rebuild my portfolio. I walked into interviews able to show what I can do with AI.',
    rating: 5,
    sample: true,
  },
  {
    name: 'Daniel R.',
    title: 'Made for people without a tech background',
    text: 'I run a small bakery and cannot code. Now my newsletter, supplier emails and menus take minutes.',
    rating: 5,
    sample: true,
  },
  {
    name: 'Sofia L.',
    title: 'Fifteen minutes really is enough',
    text: 'I did it on the train. Four weeks later I had a set of prompts that I use every single day.',
    rating: 5,
    sample: true,
  },
];

/** The label of every sample review. */
export const SAMPLE_REVIEW = 'Sample review';

/**
 * Returns the heading of the reviews: `specified`, unless some are samples and the owner wants the heading to say so.
 * @param {string} specified
 * @param {Pick<import('./owner-config.mjs').OwnerConfig, 'sampleReviewsHeading'>} config
 * @param {readonly Pick<Testimonial, 'sample'>[]} testimonials
 */
export const reviewsHeading = (specified, { sampleReviewsHeading }, testimonials) =>
  sampleReviewsHeading && testimonials.some(({ sample }) => sample) ? 'What a review could say' : specified;
