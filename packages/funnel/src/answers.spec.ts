import { describe, expect, it } from 'vitest';
import { chosenLabels, decodeChoices, toggleChoice } from './answers.ts';

describe('the labels of an answer', () => {
  const areas = [
    ['design', 'Design'],
    ['business', 'Business'],
  ] as const;

  it.each([
    ['are in the order of the options', '["business","design"]', ['Design', 'Business']],
    ['include that of a single value', 'design', ['Design']],
    ['end with unknown values, unchanged', '["gardening","design"]', ['Design', 'gardening']],
    ['are empty without an answer', undefined, []],
    ['are empty for a broken list', '[broken', []],
  ])('%s', (_case, answer, labels) => {
    expect(chosenLabels(areas, answer)).toEqual(labels);
  });
});

describe('choices', () => {
  it('are toggled, and the exclusive one excludes the others', () => {
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
