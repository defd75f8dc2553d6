import { describe, expect, it } from 'vitest';
import { profileOf } from './profile.mjs';

describe('the level', () => {
  it.each([
    ['nothing', {}, 'basic'],
    ['a novice who never used it', { q8: 'novice', q4: 'not-comfortable', q9: 'never' }, 'basic'],
    ['a novice who is at ease', { q8: 'novice', q4: 'very-comfortable', q9: 'daily' }, 'core'],
    ['somebody in the middle', { q8: 'intermediate', q4: 'somewhat-comfortable', q9: 'weekly' }, 'core'],
    ['an expert', { q8: 'expert', q4: 'very-comfortable', q9: 'daily' }, 'deep'],
    ['an expert by word alone', { q8: 'expert' }, 'deep'],
    ['an expert who never used it', { q8: 'expert', q4: 'very-comfortable', q9: 'never' }, 'core'],
    ['unknown answers', { q8: 'wizard', q4: 'constructor' }, 'basic'],
  ])('of %s', (_who, answers, level) => {
    expect(profileOf(answers).level).toBe(level);
  });
});

describe('help to set up', () => {
  it.each([
    ['who never used it', { q9: 'never' }, { question: 'q9', value: 'never' }],
    ['who tried nothing', { q10: '["none"]' }, { question: 'q10', value: 'none' }],
    ['who is a novice', { q8: 'novice' }, { question: 'q8', value: 'novice' }],
    ['who makes pictures only', { q9: 'rarely', q10: '["midjourney"]' }, { question: 'q9', value: 'rarely' }],
    ['who never used ChatGPT, but Claude', { q9: 'never', q10: '["claude"]' }, null],
    ['who uses it weekly', { q9: 'weekly', q8: 'novice' }, null],
    ['who said nothing', {}, null],
  ])('for somebody %s', (_who, answers, setup) => {
    expect(profileOf(answers).setup).toEqual(setup);
  });
});

it('has areas, aims and goal in one order, whatever the order of choosing', () => {
  const profile = profileOf({ q2: 'career-change', q15: '["design","writing"]', q19: '["travel-world","buy-house"]' });
  expect(profile).toEqual(
    profileOf({ q2: 'career-change', q15: '["writing","design"]', q19: '["buy-house","travel-world"]' }),
  );
  expect(profile.areas).toEqual(['writing', 'design']);
  expect(profile.wishes.map(({ tag }) => tag)).toEqual(['aim:buy-house', 'aim:travel-world', 'goal:career-change']);
});
