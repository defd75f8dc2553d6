import { errorBody } from '@course/contracts';
import { CURRENCY, PLANS } from '@course/funnel';
import { describe, expect, it } from 'vitest';
import { atPrices, changedPricesIn } from './changed-prices.ts';

const [first, second, third] = PLANS;
const body = {
  statusCode: 409,
  code: 'price_changed',
  message: 'no',
  price: { amountCents: 4950, currency: CURRENCY },
  plans: [
    { plan: first!.key, originalCents: first!.originalCents, discountedCents: first!.discountedCents },
    { plan: third!.key, originalCents: 9900, discountedCents: 4950 },
  ],
};

describe('changed prices', () => {
  it('are read from the error body, and replace those that the page was built with', () => {
    expect(errorBody.safeParse(body).success).toBe(true);
    expect(atPrices(PLANS, changedPricesIn(body))).toEqual([
      first,
      second,
      { ...third, originalCents: 9900, discountedCents: 4950 },
    ]);
  });

  it('leave the plans unchanged if there are none', () => {
    expect(atPrices(PLANS, undefined)).toBe(PLANS);
  });

  it.each([
    ['no body', undefined],
    ['text', 'price_changed'],
    ['no plans', { price: body.price }],
    ['another currency than the page shows', { ...body, price: { ...body.price, currency: 'eur' } }],
    [
      'plans without prices',
      { ...body, plans: [{ plan: '4week' }, null, { plan: '4week', originalCents: 0.5, discountedCents: 1 }] },
    ],
  ])('are not guessed from %s', (_case, invalidBody) => {
    expect(changedPricesIn(invalidBody)).toBeUndefined();
  });
});
