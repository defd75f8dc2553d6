import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { startSandbox } from './index.ts';
import type { Sandbox } from './sandbox.ts';
import { aCheckout, sdkFor } from './testing/client.ts';

let sandbox: Sandbox;
let stripe: Stripe;

beforeAll(async () => {
  sandbox = await startSandbox();
  stripe = sdkFor(sandbox);
});
afterAll(() => sandbox.stop());

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: Stripe.errors.StripeError) => error,
  );

const line = (changes: object = {}) => ({
  quantity: 1,
  price_data: { currency: 'usd', unit_amount: 2240, product_data: { name: '4-week plan' } },
  ...changes,
});

describe('a new checkout session', () => {
  it('is open, unpaid, and expires after 24 hours', async () => {
    const session = await stripe.checkout.sessions.create(aCheckout());
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 2240,
      currency: 'usd',
      customer_email: 'ada@example.com',
      livemode: false,
      metadata: { checkout_id: 'c1' },
      payment_intent: null,
      ui_mode: 'embedded_page',
      url: null,
    });
    expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]{58}$/);
    expect(session.client_secret).toMatch(new RegExp(`^${session.id}_secret_`));
    expect(session.expires_at - session.created).toBe(24 * 60 * 60);
  });

  it('is retrieved as it was created', async () => {
    const session = await stripe.checkout.sessions.create(aCheckout());
    const found = await stripe.checkout.sessions.retrieve(session.id);
    expect(JSON.parse(JSON.stringify(found))).toEqual(JSON.parse(JSON.stringify(session)));
  });

  it('adds up its line items and expands them on request', async () => {
    const lines = [line({ quantity: 2 }), line()];
    const session = await stripe.checkout.sessions.create(aCheckout({ line_items: lines, expand: ['line_items'] }));
    expect(session.amount_total).toBe(6720);
    expect(session.line_items?.data.map((item) => item.amount_total)).toEqual([4480, 2240]);
  });
});

describe('a request that Stripe would refuse', () => {
  const cases: [string, object, { code?: string; param?: string }][] = [
    ['an unknown parameter', { colour: 'red' }, { code: 'parameter_unknown', param: 'colour' }],
    [
      'an unknown nested parameter',
      { line_items: [line({ colour: 'red' })] },
      { code: 'parameter_unknown', param: 'line_items[0][colour]' },
    ],
    [
      'a parameter that the shop does not use',
      { subscription_data: { trial_period_days: 1 } },
      { code: 'parameter_unknown', param: 'subscription_data' },
    ],
    ['no line items', { line_items: undefined }, { code: 'parameter_missing', param: 'line_items' }],
    [
      'no amount',
      { line_items: [line({ price_data: { currency: 'usd', product_data: { name: 'x' } } })] },
      { code: 'parameter_missing', param: 'line_items[0][price_data][unit_amount]' },
    ],
    [
      'a number that is not an integer',
      { line_items: [line({ quantity: 'two' })] },
      { code: 'parameter_invalid_integer', param: 'line_items[0][quantity]' },
    ],
    [
      'a total under 50 cents',
      { line_items: [line({ price_data: { currency: 'usd', unit_amount: 49, product_data: { name: 'x' } } })] },
      { code: 'amount_too_small' },
    ],
    [
      'an unknown currency',
      { line_items: [line({ price_data: { currency: 'xxq', unit_amount: 490, product_data: { name: 'x' } } })] },
      { param: 'line_items[0][price_data][currency]' },
    ],
    ['an unknown mode', { mode: 'gift' }, { param: 'mode' }],
    ['no return_url', { return_url: undefined }, { code: 'parameter_missing', param: 'return_url' }],
    ['a return_url without scheme', { return_url: 'shop.example/paid' }, { code: 'url_invalid', param: 'return_url' }],
    [
      'an address without a dotted domain',
      { customer_email: 'a@b' },
      { code: 'email_invalid', param: 'customer_email' },
    ],
    ['an empty value', { customer_email: '' }, { code: 'parameter_invalid_empty', param: 'customer_email' }],
    ['a metadata value over 500 characters', { metadata: { a: 'x'.repeat(501) } }, { param: 'metadata' }],
    ['an unknown expansion', { expand: ['moon'] }, { param: 'expand' }],
  ];

  test.each(cases)('is refused: %s', async (_, change, expected) => {
    const error = await refusal(stripe.checkout.sessions.create({ ...aCheckout(), ...change }));
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error).toMatchObject({ statusCode: 400, ...expected });
  });

  it('is a 401 with a wrong key, which the message masks', async () => {
    const error = await refusal(sdkFor(sandbox, 'sk_test_wrongwrongwrong').checkout.sessions.create(aCheckout()));
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(error?.message).toBe('Invalid API Key provided: sk_test_***********rong');
  });

  it('is a 401 without a key', async () => {
    const response = await fetch(`${sandbox.apiBase}/v1/checkout/sessions`, { method: 'POST' });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  it('is a 404 for what does not exist', async () => {
    expect(await refusal(stripe.checkout.sessions.retrieve('cs_test_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    expect(await refusal(stripe.customers.create())).toMatchObject({ statusCode: 404 });
  });
});

describe('automatic tax', () => {
  const priced = (tax_behavior?: 'inclusive' | 'exclusive' | 'unspecified') =>
    line({
      price_data: {
        currency: 'usd',
        unit_amount: 2240,
        product_data: { name: '4-week plan' },
        ...(tax_behavior && { tax_behavior }),
      },
    });
  const taxed = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    aCheckout({
      automatic_tax: { enabled: true },
      billing_address_collection: 'auto',
      line_items: [priced('inclusive')],
      ...changes,
    });

  it('is off by default', async () => {
    const session = await stripe.checkout.sessions.create(aCheckout());
    expect(session).toMatchObject({
      automatic_tax: { enabled: false, status: null },
      billing_address_collection: null,
    });
  });

  it("is on if requested, and waits for the buyer's location", async () => {
    const session = await stripe.checkout.sessions.create(taxed({ expand: ['line_items'] }));
    expect(session).toMatchObject({
      automatic_tax: { enabled: true, status: 'requires_location_inputs', liability: { type: 'self' } },
      billing_address_collection: 'auto',
      amount_total: 2240,
      total_details: { amount_tax: 0 },
    });
    expect(session.line_items?.data[0]?.price?.tax_behavior).toBe('inclusive');
  });

  test.each([
    ['DE', 358],
    ['FR', 373],
    ['US', 0],
  ])('for a buyer in %s is included in the price, which does not change', async (country, tax) => {
    const { id } = await stripe.checkout.sessions.create(taxed());
    await sandbox.pay(id, { number: '4242424242424242', country });
    expect(await stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] })).toMatchObject({
      amount_total: 2240,
      automatic_tax: { enabled: true, status: 'complete' },
      total_details: { amount_tax: tax },
      customer_details: { address: { country } },
      line_items: { data: [{ amount_total: 2240, amount_tax: tax }] },
    });
  });

  test.each([
    ['a price without a tax behavior', { line_items: [priced()] }, 'line_items[0][price_data][tax_behavior]'],
    [
      'a price with an unspecified tax behavior',
      { line_items: [priced('inclusive'), priced('unspecified')] },
      'line_items[1][price_data][tax_behavior]',
    ],
    ['a price that excludes tax', { line_items: [priced('exclusive')] }, 'line_items[0][price_data][tax_behavior]'],
    ['a value of enabled that is not a boolean', { automatic_tax: { enabled: 'yes' } }, 'automatic_tax[enabled]'],
    ['another parameter', { automatic_tax: { enabled: true, rate: 19 } }, 'automatic_tax[rate]'],
    [
      'an unknown tax behavior',
      { line_items: [line({ price_data: { ...priced().price_data, tax_behavior: 'both' } })] },
      'line_items[0][price_data][tax_behavior]',
    ],
  ])('refuses %s', async (_case, changes, param) => {
    expect(await refusal(stripe.checkout.sessions.create({ ...taxed(), ...changes } as never))).toMatchObject({
      statusCode: 400,
      param,
    });
  });

  it('requires a known country to pay', async () => {
    const { id } = await stripe.checkout.sessions.create(taxed());
    await expect(sandbox.pay(id, { number: '4242424242424242', country: 'Atlantis' })).rejects.toThrow(
      'Your country is incomplete.',
    );
  });
});

describe('an idempotency key', () => {
  it('returns the same response to the same request', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => stripe.checkout.sessions.create(aCheckout(), { idempotencyKey: 'same' })),
    );
    expect(second?.id).toBe(first?.id);
    const third = await stripe.checkout.sessions.create(aCheckout(), { idempotencyKey: 'same' });
    expect(third.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  it('is refused for another request', async () => {
    await stripe.checkout.sessions.create(aCheckout(), { idempotencyKey: 'other' });
    const error = await refusal(
      stripe.checkout.sessions.create(aCheckout({ metadata: { checkout_id: 'c2' } }), { idempotencyKey: 'other' }),
    );
    expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(error?.message).toContain("Try using a key other than 'other'");
  });

  it('is refused for another call', async () => {
    const { id } = await stripe.checkout.sessions.create(aCheckout(), { idempotencyKey: 'call' });
    const error = await refusal(stripe.checkout.sessions.expire(id, {}, { idempotencyKey: 'call' }));
    expect(error?.message).toContain('same endpoint');
  });

  it('is not used up by a malformed request', async () => {
    await refusal(
      stripe.checkout.sessions.create(aCheckout({ metadata: { a: 'x'.repeat(501) } }), { idempotencyKey: 'malformed' }),
    );
    expect(await stripe.checkout.sessions.create(aCheckout(), { idempotencyKey: 'malformed' })).toMatchObject({
      status: 'open',
    });
  });
});

describe('expiring', () => {
  it('closes an open session once', async () => {
    const { id } = await stripe.checkout.sessions.create(aCheckout());
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', client_secret: null });
    const again = await refusal(stripe.checkout.sessions.expire(id));
    expect(again?.message).toBe(
      'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of `expired`.',
    );
  });
});

describe('a paid session', () => {
  const aPaidSession = async () => {
    const { id } = await stripe.checkout.sessions.create(
      aCheckout({ payment_intent_data: { metadata: { order: '7' } } }),
    );
    await sandbox.pay(id);
    return stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
  };

  it('is complete, with a payment intent and a payer', async () => {
    const session = await aPaidSession();
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      customer_details: { email: 'ada@example.com', name: 'Ada Lovelace' },
      payment_intent: {
        status: 'succeeded',
        amount_received: 2240,
        metadata: { order: '7' },
        latest_charge: { paid: true },
      },
    });
  });

  it('refuses a second payment', async () => {
    const { id } = await aPaidSession();
    await expect(sandbox.pay(id)).rejects.toThrow('This payment is already complete.');
  });

  it('can be refunded in parts, but never beyond the amount paid', async () => {
    const { payment_intent: intent } = await aPaidSession();
    const paymentIntent = typeof intent === 'string' ? intent : (intent?.id ?? '');
    const refund = await stripe.refunds.create({ payment_intent: paymentIntent, amount: 1000 });
    expect(refund).toMatchObject({ amount: 1000, status: 'succeeded' });
    expect(await refusal(stripe.refunds.create({ payment_intent: paymentIntent, amount: 1241 }))).toMatchObject({
      param: 'amount',
    });
    expect(await stripe.refunds.create({ payment_intent: paymentIntent })).toMatchObject({ amount: 1240 });
    expect(await refusal(stripe.refunds.create({ payment_intent: paymentIntent }))).toMatchObject({
      code: 'charge_already_refunded',
    });
  });
});

describe('a card', () => {
  test.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
    [
      '4111 1111 1111 1111',
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    ],
    ['4242 4242 4242 4241', 'Your card number is invalid.'],
  ])('%s is declined with its reason, and the session stays open', async (number, message) => {
    const { id } = await stripe.checkout.sessions.create(aCheckout());
    await expect(sandbox.pay(id, { number })).rejects.toThrow(message);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open', payment_status: 'unpaid' });
  });

  test.each(['4000002760003184', '5555555555554444'])('%s succeeds', async (number) => {
    const { id } = await stripe.checkout.sessions.create(aCheckout());
    await sandbox.pay(id, { number });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'complete' });
  });

  it('needs an address when the session has none', async () => {
    const { id } = await stripe.checkout.sessions.create({ ...aCheckout(), customer_email: undefined });
    await expect(sandbox.pay(id)).rejects.toThrow('Your email is incomplete.');
    await sandbox.pay(id, { number: '4242424242424242', email: 'grace@example.com' });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      customer_email: null,
      customer_details: { email: 'grace@example.com' },
    });
  });
});
