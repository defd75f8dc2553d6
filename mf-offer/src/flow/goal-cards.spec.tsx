// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { goalCards } from './goal-cards.ts';

it('show the specified defaults without an answer', () => {
  expect(goalCards({})).toEqual({ goal: 'Grow wealth', target: 'Vacation' });
  expect(goalCards({ q19: '[]', q15: '[broken' })).toEqual({ goal: 'Grow wealth', target: 'Vacation' });
});

it('show every chosen label, as the quiz declares them, in the order of its options', () => {
  expect(goalCards({ q19: '["help-family","buy-house"]', q15: '["business","design"]' })).toEqual({
    goal: 'Buy a house, Help my family',
    target: 'Design, Business',
  });
});

it('show an unknown value unchanged', () => {
  expect(goalCards({ q19: '["sail-boat"]', q15: 'gardening' })).toEqual({ goal: 'sail-boat', target: 'gardening' });
});
