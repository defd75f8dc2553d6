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

describe('the result that follows from the answers', () => {
  it.each([
    ['the best answers', BEST, 100],
    ['the worst answers', WORST, 0],
    ['one area alone', { q17: 'easy' }, 67],
    ['two tools out of five', { q10: '["claude","dalle"]' }, 40],
    ['areas that weigh the same, however many questions they have', { ...WORST, q16: '100-ready' }, 25],
  ])('%s', (_case, answers, score) => {
    expect(readinessOf(answers).score).toBe(score);
  });

  it('has no score without answers, and none for answers that it does not know', () => {
    const nothing = { score: null, areas: { motivation: null, confidence: null, focus: null, knowledge: null } };
    expect(readinessOf({})).toEqual(nothing);
    expect(readinessOf({ q8: 'wizard', q10: '[]', q2: 'become-boss' })).toEqual(nothing);
  });

  it('never falls when an answer gets better', () => {
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
