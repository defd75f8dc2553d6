import { describe, expect, it } from 'vitest';
import { sales002Pricing, salesPricing } from './offer-rules.ts';

describe('the price by the clock', () => {
  it.each([
    [600_000, 'discounted'],
    [1, 'discounted'],
    [0, 'original'],
  ])('/sales with %i ms left is %s', (remainingMs, pricing) => {
    expect(salesPricing(remainingMs)).toBe(pricing);
  });

  it.each([
    [{ mode: 'evergreen' } as const, 0, 'discounted'],
    [{ mode: 'off' } as const, 0, 'discounted'],
    [{ mode: 'deadline', endsAt: '2026-01-01T00:00:00Z' } as const, 1, 'discounted'],
    [{ mode: 'deadline', endsAt: '2026-01-01T00:00:00Z' } as const, 0, 'original'],
  ])('/sales002 under %o with %i ms left is %s', (countdown, remainingMs, pricing) => {
    expect(sales002Pricing(remainingMs, countdown)).toBe(pricing);
  });
});
