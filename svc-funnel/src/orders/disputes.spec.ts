import { describe, expect, it } from 'vitest';
import { primaryDispute, holdsFunds, isLater } from './disputes.ts';

const told = (status: string, second = 0, id = 'du_1') => ({ id, status, toldAt: new Date(second * 1000) });

describe('two words about one dispute', () => {
  it.each([
    ['the later one', told('under_review', 2), told('needs_response', 1)],
    ['the end, although it came earlier', told('won', 1), told('under_review', 9)],
    ['the later of two ends', told('won', 9), told('lost', 1)],
    ['of the same second the one that follows', told('under_review', 1), told('needs_response', 1)],
    ['a dispute that an inquiry became', told('needs_response', 9), told('warning_closed', 1)],
    ['a known word of the same second', told('needs_response', 1), told('a_word_of_the_future', 1)],
  ])('%s counts', (_, counts, other) => {
    expect([isLater(counts, other), isLater(other, counts)]).toEqual([true, false]);
  });

  it('that are equal change nothing', () => {
    expect(isLater(told('lost', 1), told('lost', 1))).toBe(false);
  });
});

it.each([
  ['needs_response', true],
  ['under_review', true],
  ['lost', true],
  ['warning_needs_response', true],
  ['a_word_of_the_future', true],
  ['won', false],
  ['warning_closed', false],
  ['prevented', false],
])('%s is against the order: %s', (status, against) => {
  expect(holdsFunds(told(status))).toBe(against);
});

it('knows an order by the dispute that is against it, then by the latest', () => {
  const [won, open, older] = [told('won', 9, 'du_a'), told('under_review', 2, 'du_b'), told('lost', 1, 'du_c')];
  for (const disputes of [
    [won, open, older],
    [older, open, won],
  ])
    expect(primaryDispute(disputes)).toBe(open);
  expect(primaryDispute([])).toBeUndefined();
});
