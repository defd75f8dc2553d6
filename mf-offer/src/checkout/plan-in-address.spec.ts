import { DEFAULT_PLAN, PLANS } from '@course/funnel';
import { describe, expect, it } from 'vitest';
import { planIn, withPlan } from './plan-in-address.ts';

describe('the plan in an address', () => {
  it.each(PLANS)('is read back: $key', ({ key }) => {
    const address = withPlan('/sales002', key);
    expect(planIn(new URL(address, 'https://example.com').search)).toBe(key);
  });

  it.each(['?plan=2week', '?plan=__proto__', '?plan=', '', '?session_id=cs_1'])('is the default for %o', (search) => {
    expect(planIn(search)).toBe(DEFAULT_PLAN);
  });

  it.each([undefined, '2week', '4week&x=1'])('is left out for %o', (plan) => {
    expect(withPlan('/sales', plan)).toBe('/sales');
  });
});
