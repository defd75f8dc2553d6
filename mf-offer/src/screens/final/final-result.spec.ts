import { expect, it } from 'vitest';
import { finalResultOf } from './final-result.ts';

const ANSWERS = { q8: 'expert', q9: 'daily', q16: '100-ready', q17: 'very-easy' };

it('is the same for every visitor by default', () => {
  expect(finalResultOf(ANSWERS, { results: 'fixed' })).toEqual(finalResultOf({}, { results: 'fixed' }));
  expect(finalResultOf({}, { results: 'fixed' })).toMatchObject({ scorePercent: 75, scoreLabel: 'Your score' });
});

it.each([
  ['the best answers', ANSWERS, 100, 'Advanced', 'Expert'],
  ['average answers', { q17: 'easy', q16: 'somewhat-ready' }, 50, 'Intermediate', 'Advanced'],
  ['the lowest answer', { q8: 'novice' }, 0, 'Beginner', 'Intermediate'],
])('is computed from %s if the owner chose so', (_case, answers, scorePercent, current, target) => {
  expect(finalResultOf(answers, { results: 'answers' })).toEqual({
    scorePercent,
    scoreLabel: 'From your answers',
    rows: [
      { label: 'Current level', value: current },
      { label: 'Target', value: target },
      { label: 'Timeline', value: '4 weeks' },
    ],
  });
});

it('has no score without answers', () => {
  expect(finalResultOf({}, { results: 'answers' })).toMatchObject({
    scorePercent: null,
    rows: [{ label: 'Timeline', value: '4 weeks' }],
  });
});
