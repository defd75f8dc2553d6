import { expect, it } from 'vitest';
import { checkAnswer } from './answer-rules.ts';

it.each([
  'landing-home',
  'an option that came after this release',
  '["midjourney","claude"]',
  '[]',
  '"design"',
  '{"0":"a"}',
  '["a"',
  '[not sure]',
  '7',
])('accepts %s', (value) => {
  expect(() => checkAnswer(value)).not.toThrow();
});

it.each(['[1]', '[""]', '["a",null]', '["\\u0000"]', '[["a"]]'])(
  'refuses %s, a list that contains something other than texts',
  (value) => {
    expect(() => checkAnswer(value)).toThrow(expect.objectContaining({ code: 'invalid_answer' }));
  },
);
