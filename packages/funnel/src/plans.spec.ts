import { describe, expect, it } from 'vitest';
import { formatUsd } from './money.mjs';
import {
  DISCOUNT_PERCENT,
  discountPercentOf,
  findPlan,
  fromPerDayOf,
  perDayOf,
  PLANS,
  priceOf,
  type PlanKey,
  type Pricing,
} from './plans.mjs';

// The figures of the specification.
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

  it('have prices in whole cents', () => {
    for (const plan of PLANS) {
      expect(Number.isInteger(plan.originalCents) && Number.isInteger(plan.discountedCents)).toBe(true);
    }
  });

  it('are advertised with 50% off and $0.53 a day', () => {
    expect([DISCOUNT_PERCENT, fromPerDayOf(PLANS)]).toEqual([50, '$0.53/day']);
    expect(fromPerDayOf(PLANS, 'original')).toBe('$1.07/day');
  });

  it('are advertised with other figures for other prices', () => {
    const dearer = PLANS.map((plan) => (plan.key === '12week' ? { ...plan, discountedCents: 4950 } : plan));
    expect(fromPerDayOf(dearer)).toBe('$0.59/day');
    // The discount that every plan has at least.
    expect(discountPercentOf(dearer)).toBe(45);
  });

  it('are found only by their keys', () => {
    expect(findPlan('2week')).toBeUndefined();
    expect(findPlan('__proto__')).toBeUndefined();
  });
});
