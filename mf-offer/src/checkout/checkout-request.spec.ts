import { createCheckout } from '@course/contracts';
import { PLANS, TERMS_VERSION } from '@course/funnel';
import { describe, expect, it } from 'vitest';
import { checkoutRequest } from './checkout-request.ts';

const formWith = (plan: string): FormData => {
  const form = new FormData();
  form.set('plan', plan);
  return form;
};
const now = new Date('2026-03-01T08:30:00.000Z');

describe('what the offer asks to buy', () => {
  it.each(['discounted', 'original'] as const)('has the chosen plan at the %s price that is shown', (pricing) => {
    expect(checkoutRequest(formWith('12week'), pricing, now)).toMatchObject({ plan: '12week', pricing });
  });

  it('tells which terms were accepted, and when', () => {
    expect(checkoutRequest(formWith('4week'), 'discounted', now)).toMatchObject({ termsVersion: TERMS_VERSION, termsAcceptedAt: now.toISOString() });
  });

  it.each(PLANS)('is what the server takes, for $key', ({ key }) => {
    expect(createCheckout.safeParse(checkoutRequest(formWith(key), 'discounted', now)).success).toBe(true);
  });
});
