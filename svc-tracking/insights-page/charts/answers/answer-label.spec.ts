import { expect, it } from 'vitest';
import { labelOf, questionOf } from './answer-label.ts';

const option = (question_key: string, answer_value: string, label: string) => ({
  question_key,
  question: `What about ${question_key}?`,
  answer_value,
  label,
  place: 1,
  declared: true,
});
const OPTIONS = [option('q4', 'very-comfortable', 'Very comfortable'), option('q5', 'none', 'Not at all')];

it.each([
  ['q4', 'very-comfortable', 'Very comfortable'],
  ['q4', 'none', 'none'],
  ['q99', 'very-comfortable', 'very-comfortable'],
])('an answer to %s stored as %s is shown as %s', (question, value, shown) => {
  expect(labelOf(OPTIONS, question, value)).toBe(shown);
});

it('returns the text of declared questions only', () => {
  expect([questionOf(OPTIONS, 'q5'), questionOf(OPTIONS, 'q99')]).toEqual(['What about q5?', null]);
});
