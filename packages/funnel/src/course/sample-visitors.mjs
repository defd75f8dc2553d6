/** @typedef {import('./profile.mjs').Answers} Answers */

/**
 * A range of different visitors, for `npm run plans` and tests.
 * @type {readonly (readonly [who: string, answers: Answers])[]}
 */
export const SAMPLE_VISITORS = [
  ['nobody yet: no answers', {}],
  [
    'a novice who has tried nothing, for design, 5 minutes',
    {
      q2: 'skill-improvement',
      q4: 'not-comfortable',
      q8: 'novice',
      q9: 'never',
      q10: '["none"]',
      q15: '["design"]',
      q19: '["travel-world"]',
      q20: '5-min',
    },
  ],
  [
    'an expert for development, 20 minutes',
    {
      q2: 'future-proof',
      q4: 'very-comfortable',
      q8: 'expert',
      q9: 'daily',
      q10: '["claude","copilot"]',
      q15: '["development"]',
      q19: '["financial-freedom"]',
      q20: '20-min',
    },
  ],
  [
    'somebody in the middle, for writing and a house',
    {
      q2: 'career-change',
      q4: 'somewhat-comfortable',
      q8: 'intermediate',
      q9: 'weekly',
      q10: '["gemini"]',
      q15: '["writing"]',
      q19: '["buy-house"]',
      q20: '15-min',
    },
  ],
  [
    'a founder for business and marketing',
    {
      q2: 'become-boss',
      q4: 'somewhat-comfortable',
      q8: 'competent',
      q9: 'weekly',
      q10: '["claude"]',
      q15: '["business","marketing"]',
      q19: '["start-business"]',
      q20: '10-min',
    },
  ],
  [
    'somebody who wants everything',
    {
      q2: 'increase-wealth',
      q4: 'somewhat-comfortable',
      q8: 'intermediate',
      q9: 'weekly',
      q10: '["gemini","midjourney"]',
      q15: '["design","development","marketing","writing","business"]',
      q19: '["buy-house","travel-world","start-business","financial-freedom","help-family"]',
      q20: '15-min',
    },
  ],
  [
    'a novice with a family, for writing',
    {
      q2: 'skill-improvement',
      q4: 'not-very-comfortable',
      q8: 'novice',
      q9: 'rarely',
      q10: '["none"]',
      q15: '["writing"]',
      q19: '["help-family"]',
      q20: '10-min',
    },
  ],
  [
    'an expert for marketing and design',
    {
      q2: 'increase-wealth',
      q4: 'very-comfortable',
      q8: 'expert',
      q9: 'daily',
      q10: '["midjourney","claude"]',
      q15: '["marketing","design"]',
      q19: '["start-business"]',
      q20: '20-min',
    },
  ],
  [
    'a developer who makes pictures and has no assistant',
    {
      q2: 'future-proof',
      q4: 'somewhat-comfortable',
      q8: 'intermediate',
      q9: 'rarely',
      q10: '["midjourney"]',
      q15: '["development","design"]',
      q19: '["financial-freedom"]',
      q20: '15-min',
    },
  ],
  [
    'a novice for three areas',
    {
      q2: 'career-change',
      q4: 'not-comfortable',
      q8: 'novice',
      q9: 'never',
      q10: '["none"]',
      q15: '["writing","marketing","business"]',
      q19: '["travel-world"]',
      q20: '15-min',
    },
  ],
  [
    'an expert who chose no area',
    { q2: 'become-boss', q4: 'very-comfortable', q8: 'expert', q9: 'daily', q10: '["perplexity"]', q20: '5-min' },
  ],
  [
    'answers of another release',
    {
      q2: 'world-peace',
      q4: '',
      q8: 'wizard',
      q9: 'hourly',
      q10: '{"broken',
      q15: '["gardening","business"]',
      q19: '["sail-boat"]',
      q20: '90-min',
    },
  ],
];
