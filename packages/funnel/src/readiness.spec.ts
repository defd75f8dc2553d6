import { describe, expect, it } from 'vitest';
import { levelOf, readinessOf } from './readiness.ts';

const BEST = {
  q4: 'very-comfortable',
  q6: 'not-difficult',
  q8: 'expert',
  q9: 'daily',
  q10: '["claude","gemini","copilot","runway","dalle","perplexity"]',
  q14: 'yes',
  q16: '100-ready',
  q17: 'very-easy',
};
const WORST = {
  q4: 'not-comfortable',
  q6: 'very-difficult',
  q8: 'novice',
  q9: 'never',
  q10: '["none"]',
  q14: 'no',
  q16: 'not-ready',
  q17: 'very-difficult',
};

describe('the score', () => {
  it.each([
    ['is 100 for the best answers', BEST, 100],
    ['is 0 for the worst answers', WORST, 0],
    ['is that of the only area with answers', { q17: 'easy' }, 67],
    ['counts the tools tried, out of five', { q10: '["claude","dalle"]' }, 40],
    ['weights areas equally, however many questions they have', { ...WORST, q16: '100-ready' }, 25],
  ])('%s', (_case, answers, score) => {
    expect(readinessOf(answers).score).toBe(score);
  });

  it('is null without known answers', () => {
    const nothing = { score: null, areas: { motivation: null, confidence: null, focus: null, knowledge: null } };
    expect(readinessOf({})).toEqual(nothing);
    expect(readinessOf({ q8: 'wizard', q10: '[]', q2: 'become-boss' })).toEqual(nothing);
  });

  it('rises with each better answer', () => {
    for (const question of Object.keys(BEST) as (keyof typeof BEST)[])
      expect(readinessOf({ ...WORST, [question]: BEST[question] }).score, question).toBeGreaterThan(0);
  });
});

it.each([
  [0, 'low'],
  [33, 'low'],
  [34, 'moderate'],
  [66, 'moderate'],
  [67, 'high'],
  [100, 'high'],
] as const)('%i percent is %s', (percent, level) => {
  expect(levelOf(percent)).toBe(level);
});
