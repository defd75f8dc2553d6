import { describe, expect, it } from 'vitest';
import { formatUsd } from './money.ts';
import { findPlan, perDayOf, PLANS, priceOf, type PlanKey, type Pricing } from './plans.ts';

const cases: [PlanKey, Pricing, string, string][] = [
  ['1week', 'original', '$15.52', '$2.22'],
  ['1week', 'discounted', '$7.76', '$1.11'],
  ['4week', 'original', '$44.79', '$1.60'],
  ['4week', 'discounted', '$22.40', '$0.80'],
  ['12week', 'original', '$89.59', '$1.07'],
  ['12week', 'discounted', '$44.80', '$0.53'],
];

describe('plans', () => {
  it.each(cases)('%s %s costs %s, %s a day', (key, pricing, total, perDay) => {
    const plan = findPlan(key)!;
    expect(formatUsd(priceOf(plan, pricing))).toBe(total);
    expect(perDayOf(plan, pricing)).toBe(perDay);
  });

  it('keeps every price in whole cents', () => {
    for (const plan of PLANS) {
      expect(Number.isInteger(plan.originalCents) && Number.isInteger(plan.discountedCents)).toBe(true);
    }
  });

  it('knows no other plan', () => {
    expect(findPlan('2week')).toBeUndefined();
    expect(findPlan('__proto__')).toBeUndefined();
  });
});
