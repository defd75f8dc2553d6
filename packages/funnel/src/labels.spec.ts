import { describe, expect, it } from 'vitest';
import { decodeChoices, toggleChoice } from './answers.ts';
import { goalLabel, objectives, targetLabel } from './labels.ts';

describe('personal cards', () => {
  it('show the specified defaults without an answer', () => {
    expect([goalLabel({}), targetLabel({}), objectives({})]).toEqual([
      'Grow wealth',
      'Vacation',
      ['Advanced AI Skills'],
    ]);
    expect(goalLabel({ q19: '[]' })).toBe('Grow wealth');
    expect(targetLabel({ q15: '[broken' })).toBe('Vacation');
  });

  it('show every chosen label in the order of the options', () => {
    expect(goalLabel({ q19: '["help-family","buy-house"]' })).toBe('Buy a house, Help my family');
    expect(targetLabel({ q15: '["business","design"]' })).toBe('Design, Business');
  });

  it('show an unknown value unchanged', () => {
    expect(goalLabel({ q19: '["sail-boat"]' })).toBe('sail-boat');
    expect(targetLabel({ q15: 'gardening' })).toBe('gardening');
  });
});

describe('choices', () => {
  it('toggle, and the exclusive one excludes the others', () => {
    expect(toggleChoice([], 'claude', 'none')).toEqual(['claude']);
    expect(toggleChoice(['claude'], 'none', 'none')).toEqual(['none']);
    expect(toggleChoice(['none'], 'gemini', 'none')).toEqual(['gemini']);
    expect(toggleChoice(['none'], 'none', 'none')).toEqual([]);
  });

  it('ignore invalid values in storage', () => {
    expect(decodeChoices('{"a":1}')).toEqual(['{"a":1}']);
    expect(decodeChoices('[1,"a"]')).toEqual(['a']);
  });
});
