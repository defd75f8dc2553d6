import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isCreate, sharedShop, type Shop } from '../../test/shop.ts';
import type { ApiCall } from '../../test/stripe-recorder.ts';
import { PaymentProvider } from './payment-provider.ts';

let shop: Shop;
let provider: PaymentProvider;
beforeAll(async () => {
  shop = await sharedShop();
  provider = shop.service.app.get(PaymentProvider, { strict: false });
});
afterEach(() => {
  shop.recorder.fault = undefined;
});

const MISSING = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object.' };
const isRefund = ({ path }: ApiCall): boolean => path === '/v1/refunds';
const refuse = (isRefused: (call: ApiCall) => boolean): void => {
  shop.recorder.fault = (call) => (isRefused(call) ? { status: 404, error: MISSING } : undefined);
};
const REFUSED = {
  kind: 'refused',
  message: 'Stripe: StripeInvalidRequestError resource_missing 404',
  cause: { code: 'resource_missing' },
};

const aCheckout = () => ({
  id: crypto.randomUUID(),
  plan: '4week',
  amountCents: 2240,
  currency: 'usd',
  tax: 'off',
  email: null,
  returnOrigin: 'http://localhost:3000',
});

describe('an object that the provider does not have', () => {
  it('is null if it is the checkout', async () => {
    expect([await provider.retrieve('cs_test_nobody'), await provider.expire('cs_test_nobody')]).toEqual([null, null]);
  });

  it('is the reason why a checkout cannot be opened', async () => {
    refuse(isCreate);
    await expect(provider.open(aCheckout())).rejects.toMatchObject(REFUSED);
  });

  it('is the reason why a refund fails, without a second call', async () => {
    refuse(isRefund);
    const before = shop.recorder.calls.length;
    await expect(provider.refund('pi_nobody', 2240)).rejects.toMatchObject(REFUSED);
    expect(shop.recorder.calls.slice(before).map(({ path }) => path)).toEqual(['/v1/refunds']);
  });
});
