import { createCheckout } from '@course/contracts';
import { CURRENCY, PLANS, priceOf, TERMS_VERSION } from '@course/funnel';
import { planCourse } from '@course/funnel/course';
import { describe, expect, it } from 'vitest';
import { checkoutRequest } from './checkout-request.ts';

const formWith = (plan: string): FormData => {
  const form = new FormData();
  form.set('plan', plan);
  return form;
};
const now = new Date('2026-03-01T08:30:00.000Z');

describe('the checkout request', () => {
  it.each(
    PLANS.flatMap((plan) =>
      (['discounted', 'original'] as const).map((pricing) => [plan.key, pricing, priceOf(plan, pricing)] as const),
    ),
  )('names the chosen plan %s at the %s price that was shown: %i cents', (plan, pricing, amountCents) => {
    expect(checkoutRequest(formWith(plan), { plans: PLANS, pricing, now })).toMatchObject({
      plan,
      pricing,
      shown: { amountCents, currency: CURRENCY },
    });
  });

  it('names the price on the plan cards even if it changed since the page was built', () => {
    const plans = PLANS.map((plan) => ({ ...plan, discountedCents: plan.discountedCents + 470 }));
    expect(checkoutRequest(formWith('12week'), { plans, pricing: 'discounted', now }).shown?.amountCents).toBe(
      plans[2]!.discountedCents,
    );
  });

  it('states which terms were accepted, and when', () => {
    expect(checkoutRequest(formWith('4week'), { plans: PLANS, pricing: 'discounted', now })).toMatchObject({
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: now.toISOString(),
    });
  });

  it('states when immediate performance was requested, if it was', () => {
    const shown = { plans: PLANS, pricing: 'discounted', now } as const;
    expect(checkoutRequest(formWith('4week'), shown)).not.toHaveProperty('askedToBeginAt');
    expect(checkoutRequest(formWith('4week'), { ...shown, asksToBegin: true }).askedToBeginAt).toBe(now.toISOString());
  });

  it('states the version of the course plan', () => {
    expect(checkoutRequest(formWith('4week'), { plans: PLANS, pricing: 'discounted', now }).planVersion).toBe(
      planCourse({}, 28).version,
    );
  });

  it.each(PLANS)('is valid for the server with $key', ({ key }) => {
    expect(
      createCheckout.safeParse(checkoutRequest(formWith(key), { plans: PLANS, pricing: 'discounted', now })).success,
    ).toBe(true);
  });
});
