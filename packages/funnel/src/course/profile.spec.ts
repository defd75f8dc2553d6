import { describe, expect, it } from 'vitest';
import { profileOf } from './profile.mjs';

describe('the level', () => {
  it.each([
    ['a visitor without answers', {}, 'basic'],
    ['a novice who has never used ChatGPT', { q8: 'novice', q4: 'not-comfortable', q9: 'never' }, 'basic'],
    ['a novice who is comfortable with AI', { q8: 'novice', q4: 'very-comfortable', q9: 'daily' }, 'core'],
    ['an intermediate visitor', { q8: 'intermediate', q4: 'somewhat-comfortable', q9: 'weekly' }, 'core'],
    ['an expert', { q8: 'expert', q4: 'very-comfortable', q9: 'daily' }, 'deep'],
    ['an expert without other answers', { q8: 'expert' }, 'deep'],
    ['an expert who has never used ChatGPT', { q8: 'expert', q4: 'very-comfortable', q9: 'never' }, 'core'],
    ['a visitor with unknown answers', { q8: 'wizard', q4: 'constructor' }, 'basic'],
  ])('of %s', (_who, answers, level) => {
    expect(profileOf(answers).level).toBe(level);
  });
});

describe('the reason for set-up lessons', () => {
  it.each([
    ['who has never used ChatGPT', { q9: 'never' }, { question: 'q9', value: 'never' }],
    ['who has tried no tool', { q10: '["none"]' }, { question: 'q10', value: 'none' }],
    ['who is a novice', { q8: 'novice' }, { question: 'q8', value: 'novice' }],
    ['who only makes pictures', { q9: 'rarely', q10: '["midjourney"]' }, { question: 'q9', value: 'rarely' }],
    ['who has used Claude, but never ChatGPT', { q9: 'never', q10: '["claude"]' }, null],
    ['who uses ChatGPT weekly', { q9: 'weekly', q8: 'novice' }, null],
    ['who has not answered', {}, null],
  ])('is correct for a visitor %s', (_who, answers, setup) => {
    expect(profileOf(answers).setup).toEqual(setup);
  });
});

it('lists areas, aims and goal in the same order, whatever the order of choosing', () => {
  const profile = profileOf({ q2: 'career-change', q15: '["design","writing"]', q19: '["travel-world","buy-house"]' });
  expect(profile).toEqual(
    profileOf({ q2: 'career-change', q15: '["writing","design"]', q19: '["buy-house","travel-world"]' }),
  );
  expect(profile.areas).toEqual(['writing', 'design']);
  expect(profile.wishes.map(({ tag }) => tag)).toEqual(['aim:buy-house', 'aim:travel-world', 'goal:career-change']);
});
