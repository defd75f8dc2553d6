import { expect, it } from 'vitest';
import { labelOf } from './answer-label.ts';

it.each([
  ['q4', 'very-comfortable', 'Very comfortable'],
  ['start', 'landing-home', 'Start My 2-Minute AI Quiz'],
  ['q4', 'of a later release', 'of a later release'],
  ['q99', 'very-comfortable', 'very-comfortable'],
])('an answer to %s stored as %s is shown as %s', (question, value, shown) => {
  expect(labelOf(question, value)).toBe(shown);
});
