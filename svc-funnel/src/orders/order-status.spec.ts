import { describe, expect, it } from 'vitest';
import {
  holdsFunds,
  isLaterDisputeUpdate,
  isLaterRefundTotal,
  primaryDispute,
  refundedAmount,
  type ReportedRefunds,
} from './order-status.ts';

const at = (seconds: number): Date => new Date(seconds * 1000);
const failed = (amountCents: number, seconds: number) => ({ amountCents, providerEventAt: at(seconds) });

describe('the refunded amount', () => {
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
      'all, which failed before it was repeated',
      { refundReportedCents: 2240, refundProviderEventAt: at(30), failedRefunds: [failed(2240, 20)] },
      2240,
    ],
    [
      'two parts, one of which failed',
      { refundReportedCents: 1500, refundProviderEventAt: at(10), failedRefunds: [failed(1000, 20)] },
      500,
    ],
    [
      'a failure that is reported before its refund',
      { refundReportedCents: 0, refundProviderEventAt: null, failedRefunds: [failed(2240, 20)] },
      0,
    ],
    [
      'all, reported to an earlier version, which fails now',
      { refundReportedCents: 2240, refundProviderEventAt: null, failedRefunds: [failed(2240, 20)] },
      0,
    ],
  ])('%s', (_, reported, cents) => {
    expect(refundedAmount(reported)).toBe(cents);
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
  ])('%s', (_, refundedCents, seconds, expected) => {
    expect(isLaterRefundTotal({ refundedCents, providerEventAt: at(seconds) }, known)).toBe(expected);
  });

  it('needs to be larger than one without a time', () => {
    expect(
      [500, 501].map((refundedCents) =>
        isLaterRefundTotal(
          { refundedCents, providerEventAt: at(1) },
          { refundReportedCents: 500, refundProviderEventAt: null },
        ),
      ),
    ).toEqual([false, true]);
  });
});

const update = (status: string, second = 0, id = 'du_1') => ({ id, status, providerEventAt: new Date(second * 1000) });

describe('two updates about one dispute', () => {
  it.each([
    ['the later one', update('under_review', 2), update('needs_response', 1)],
    ['the end, although it is earlier', update('won', 1), update('under_review', 9)],
    ['the later of two ends', update('won', 9), update('lost', 1)],
    ['an appeal against an end', update('appeal_needs_response', 9), update('lost', 1)],
    ['the end of an appeal', update('lost', 9), update('appeal_under_review', 2)],
    ['an appeal, although it is earlier', update('appeal_under_review', 2), update('under_review', 9)],
    ['of the same second the appeal', update('appeal_needs_response', 1), update('lost', 1)],
    ['of the same second the result of an appeal', update('won', 1), update('appeal_under_review', 1)],
    ['of the same second the one that follows', update('under_review', 1), update('needs_response', 1)],
    ['a dispute that followed an inquiry', update('needs_response', 9), update('warning_closed', 1)],
    ['of the same second a known status', update('needs_response', 1), update('a_word_of_the_future', 1)],
  ])('%s counts', (_, counts, other) => {
    expect([isLaterDisputeUpdate(counts, other), isLaterDisputeUpdate(other, counts)]).toEqual([true, false]);
  });

  it('that are equal change nothing', () => {
    expect(isLaterDisputeUpdate(update('lost', 1), update('lost', 1))).toBe(false);
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
])('%s holds funds: %s', (status, expected) => {
  expect(holdsFunds(update(status))).toBe(expected);
});

it('the primary dispute is one that holds funds, then the latest', () => {
  const [won, open, older] = [update('won', 9, 'du_a'), update('under_review', 2, 'du_b'), update('lost', 1, 'du_c')];
  for (const disputes of [
    [won, open, older],
    [older, open, won],
  ])
    expect(primaryDispute(disputes)).toBe(open);
  expect(primaryDispute([])).toBeUndefined();
});
