import { describe, expect, it } from 'vitest';
import { refundedAmount, isLaterSum, type ReportedRefunds } from './refunded-amount.ts';

const at = (seconds: number): Date => new Date(seconds * 1000);
const failed = (amountCents: number, seconds: number) => ({ amountCents, toldAt: at(seconds) });

describe('what the buyer has got back', () => {
  it.each<[string, ReportedRefunds, number]>([
    ['nothing yet', { refundToldCents: 0, refundToldAt: null, failedRefunds: [] }, 0],
    ['all', { refundToldCents: 2240, refundToldAt: at(10), failedRefunds: [] }, 2240],
    ['all, which then failed', { refundToldCents: 2240, refundToldAt: at(10), failedRefunds: [failed(2240, 20)] }, 0],
    [
      'all, which failed within the same second',
      { refundToldCents: 2240, refundToldAt: at(10), failedRefunds: [failed(2240, 10)] },
      0,
    ],
    [
      'all, which failed before it was done once more',
      { refundToldCents: 2240, refundToldAt: at(30), failedRefunds: [failed(2240, 20)] },
      2240,
    ],
    [
      'two parts, one of which failed',
      { refundToldCents: 1500, refundToldAt: at(10), failedRefunds: [failed(1000, 20)] },
      500,
    ],
    [
      'a failure that is told before its refund',
      { refundToldCents: 0, refundToldAt: null, failedRefunds: [failed(2240, 20)] },
      0,
    ],
    [
      'what the version before was told, failing now',
      { refundToldCents: 2240, refundToldAt: null, failedRefunds: [failed(2240, 20)] },
      0,
    ],
  ])('%s', (_, told, cents) => {
    expect(refundedAmount(told)).toBe(cents);
  });
});

describe('the later of two sums', () => {
  const known = { refundToldCents: 500, refundToldAt: at(10) };
  it.each<[string, number, number, boolean]>([
    ['later', 500, 11, true],
    ['later and smaller: one failed in between', 0, 11, true],
    ['earlier and larger', 2240, 9, false],
    ['of the same second and larger', 2240, 10, true],
    ['the same', 500, 10, false],
  ])('%s', (_, refundedCents, seconds, is) => {
    expect(isLaterSum({ refundedCents, toldAt: at(seconds) }, known)).toBe(is);
  });

  it('needs to be larger than one without a time', () => {
    expect(
      [500, 501].map((refundedCents) =>
        isLaterSum({ refundedCents, toldAt: at(1) }, { refundToldCents: 500, refundToldAt: null }),
      ),
    ).toEqual([false, true]);
  });
});
