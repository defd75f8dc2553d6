import { expect, it } from 'vitest';
import { finalResultOf } from './final-result.ts';

const ANSWERS = { q8: 'expert', q9: 'daily', q16: '100-ready', q17: 'very-easy' };

it('is the same for everybody by default', () => {
  expect(finalResultOf(ANSWERS, { results: 'fixed' })).toEqual(finalResultOf({}, { results: 'fixed' }));
  expect(finalResultOf({}, { results: 'fixed' })).toMatchObject({ scorePercent: 75, scoreLabel: 'Your score' });
});

it.each([
  ['the best', ANSWERS, 100, 'Advanced', 'Expert'],
  ['middling ones', { q17: 'easy', q16: 'somewhat-ready' }, 50, 'Intermediate', 'Advanced'],
  ['the lowest', { q8: 'novice' }, 0, 'Beginner', 'Intermediate'],
])('follows from the answers where the owner wants it: %s', (_case, answers, scorePercent, current, target) => {
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

it('is none without answers', () => {
  expect(finalResultOf({}, { results: 'answers' })).toMatchObject({
    scorePercent: null,
    rows: [{ label: 'Timeline', value: '4 weeks' }],
  });
});
