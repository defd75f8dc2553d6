import { describe, expect, it } from 'vitest';
import {
  holdsFunds,
  isLater,
  isLaterSum,
  primaryDispute,
  refundedAmount,
  type ReportedRefunds,
} from './order-status.ts';

const at = (seconds: number): Date => new Date(seconds * 1000);
const failed = (amountCents: number, seconds: number) => ({ amountCents, providerEventAt: at(seconds) });

describe('what the buyer has got back', () => {
  it.each<[string, ReportedRefunds, number]>([
    ['nothing yet', { refundReportedCents: 0, refundProviderEventAt: null, failedRefunds: [] }, 0],
    ['all', { refundReportedCents: 2240, refundProviderEventAt: at(10), failedRefunds: [] }, 2240],
    [
      'all, which then failed',
      { refundReportedCents: 2240, refundProviderEventAt: at(10), failedRefunds: [failed(2240, 20)] },
      0,
    ],
    [
      'all, which failed within the same second',
      { refundReportedCents: 2240, refundProviderEventAt: at(10), failedRefunds: [failed(2240, 10)] },
      0,
    ],
    [
      'all, which failed before it was done once more',
      { refundReportedCents: 2240, refundProviderEventAt: at(30), failedRefunds: [failed(2240, 20)] },
      2240,
    ],
    [
      'two parts, one of which failed',
      { refundReportedCents: 1500, refundProviderEventAt: at(10), failedRefunds: [failed(1000, 20)] },
      500,
    ],
    [
      'a failure that is told before its refund',
      { refundReportedCents: 0, refundProviderEventAt: null, failedRefunds: [failed(2240, 20)] },
      0,
    ],
    [
      'what the version before was told, failing now',
      { refundReportedCents: 2240, refundProviderEventAt: null, failedRefunds: [failed(2240, 20)] },
      0,
    ],
  ])('%s', (_, told, cents) => {
    expect(refundedAmount(told)).toBe(cents);
  });
});

describe('the later of two sums', () => {
  const known = { refundReportedCents: 500, refundProviderEventAt: at(10) };
  it.each<[string, number, number, boolean]>([
    ['later', 500, 11, true],
    ['later and smaller: one failed in between', 0, 11, true],
    ['earlier and larger', 2240, 9, false],
    ['of the same second and larger', 2240, 10, true],
    ['the same', 500, 10, false],
  ])('%s', (_, refundedCents, seconds, is) => {
    expect(isLaterSum({ refundedCents, providerEventAt: at(seconds) }, known)).toBe(is);
  });

  it('needs to be larger than one without a time', () => {
    expect(
      [500, 501].map((refundedCents) =>
        isLaterSum(
          { refundedCents, providerEventAt: at(1) },
          { refundReportedCents: 500, refundProviderEventAt: null },
        ),
      ),
    ).toEqual([false, true]);
  });
});

const told = (status: string, second = 0, id = 'du_1') => ({ id, status, providerEventAt: new Date(second * 1000) });

describe('two words about one dispute', () => {
  it.each([
    ['the later one', told('under_review', 2), told('needs_response', 1)],
    ['the end, although it came earlier', told('won', 1), told('under_review', 9)],
    ['the later of two ends', told('won', 9), told('lost', 1)],
    ['an appeal against an end', told('appeal_needs_response', 9), told('lost', 1)],
    ['the end of an appeal', told('lost', 9), told('appeal_under_review', 2)],
    ['an appeal, although it came earlier', told('appeal_under_review', 2), told('under_review', 9)],
    ['of the same second the appeal', told('appeal_needs_response', 1), told('lost', 1)],
    ['of the same second what an appeal came to', told('won', 1), told('appeal_under_review', 1)],
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
  ['appeal_needs_response', true],
  ['appeal_under_review', true],
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
