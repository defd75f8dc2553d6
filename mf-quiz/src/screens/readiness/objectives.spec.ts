import { expect, it } from 'vitest';
import { objectivesOf } from './readiness.tsx';

it.each([
  ['the default without an answer', undefined, ['Advanced AI Skills']],
  ['the default when nothing is chosen', '[]', ['Advanced AI Skills']],
  ['every chosen label in the order of the options', '["help-family","buy-house"]', ['Buy a house', 'Help my family']],
  ['an unknown value unchanged', '["sail-boat"]', ['sail-boat']],
])('the objectives are %s', (_case, q19, objectives) => {
  expect(objectivesOf({ q19 })).toEqual(objectives);
});
