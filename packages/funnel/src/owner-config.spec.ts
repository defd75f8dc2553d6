import { describe, expect, it } from 'vitest';
import { hasOfferEnded, OWNER_CONFIG } from './owner-config.mjs';

const endsAt = '2026-12-01T00:00:00Z';
const END = Date.parse(endsAt);

it('follows the specification by default, and sells no videos', () => {
  expect(OWNER_CONFIG).toEqual({
    termsTicked: { sales: false, sales002: true },
    explainMissingTerms: false,
    sales002Countdown: { mode: 'evergreen' },
    lifetimeVideoAccess: false,
    askImmediatePerformance: false,
    holdPixelsUntilConsent: false,
    tax: 'off',
    scratchCard: 'prize',
    results: 'fixed',
    sampleReviewsHeading: false,
    salarySource: null,
  });
});

describe('whether the offer has ended', () => {
  it.each([
    ['evergreen', { mode: 'evergreen' }, END, false],
    ['off', { mode: 'off' }, END, false],
    ['a future deadline', { mode: 'deadline', endsAt }, END - 1, false],
    ['a deadline that has been reached', { mode: 'deadline', endsAt }, END, true],
  ] as const)('with %s', (_name, sales002Countdown, now, ended) => {
    expect(hasOfferEnded(now, { sales002Countdown })).toBe(ended);
  });
});
