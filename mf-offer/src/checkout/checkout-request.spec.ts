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

describe('what the offer asks to buy', () => {
  it.each(
    PLANS.flatMap((plan) =>
      (['discounted', 'original'] as const).map((pricing) => [plan.key, pricing, priceOf(plan, pricing)] as const),
    ),
  )('has the chosen plan %s at the %s price that is shown: %i cents', (plan, pricing, amountCents) => {
    expect(checkoutRequest(formWith(plan), { plans: PLANS, pricing, now })).toMatchObject({
      plan,
      pricing,
      shown: { amountCents, currency: CURRENCY },
    });
  });

  it('tells the price of the cards, when that is no longer the one that the page was built with', () => {
    const plans = PLANS.map((plan) => ({ ...plan, discountedCents: plan.discountedCents + 470 }));
    expect(checkoutRequest(formWith('12week'), { plans, pricing: 'discounted', now }).shown?.amountCents).toBe(
      plans[2]!.discountedCents,
    );
  });

  it('tells which terms were accepted, and when', () => {
    expect(checkoutRequest(formWith('4week'), { plans: PLANS, pricing: 'discounted', now })).toMatchObject({
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: now.toISOString(),
    });
  });

  it('tells when an early beginning was asked for, where it was', () => {
    const shown = { plans: PLANS, pricing: 'discounted', now } as const;
    expect(checkoutRequest(formWith('4week'), shown)).not.toHaveProperty('askedToBeginAt');
    expect(checkoutRequest(formWith('4week'), { ...shown, asksToBegin: true }).askedToBeginAt).toBe(now.toISOString());
  });

  it('tells which course plan was shown', () => {
    expect(checkoutRequest(formWith('4week'), { plans: PLANS, pricing: 'discounted', now }).planVersion).toBe(
      planCourse({}, 28).version,
    );
  });

  it.each(PLANS)('is what the server takes, for $key', ({ key }) => {
    expect(
      createCheckout.safeParse(checkoutRequest(formWith(key), { plans: PLANS, pricing: 'discounted', now })).success,
    ).toBe(true);
  });
});
