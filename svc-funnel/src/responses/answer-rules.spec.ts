import { expect, it } from 'vitest';
import { checkAnswer } from './answer-rules.ts';

it.each([
  ['start', 'landing-home'],
  ['gender', 'female'],
  ['q1', '18-24'],
  ['q3', 'an option that came after this release'],
  ['q10', '["midjourney","claude"]'],
  ['q19', '[]'],
])('takes %s = %s', (key, value) => {
  expect(() => checkAnswer(key, value)).not.toThrow();
});

it.each([
  ['q18', 'x', 'unknown_question'],
  ['q0', 'x', 'unknown_question'],
  ['q21', 'x', 'unknown_question'],
  ['Q1', 'x', 'unknown_question'],
  ['constructor', 'x', 'unknown_question'],
  ['q10', 'midjourney', 'invalid_answer'],
  ['q15', '"design"', 'invalid_answer'],
  ['q19', '[1]', 'invalid_answer'],
  ['q19', '[""]', 'invalid_answer'],
  ['q19', '["\\u0000"]', 'invalid_answer'],
  ['q19', '{"0":"a"}', 'invalid_answer'],
  ['q19', '["a"', 'invalid_answer'],
])('refuses %s = %s', (key, value, code) => {
  expect(() => checkAnswer(key, value)).toThrow(expect.objectContaining({ code }));
});
