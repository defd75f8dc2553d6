import { startSandbox, type Sandbox } from '@course/stripe-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicParameter } from '../../test/stripe-public-parameters.ts';
import { checkoutParams, type StoredQuote } from './checkout-params.ts';
import { checkoutUpdateOf, providerSession } from './checkout-update.ts';
import { createStripe } from './payment-provider.ts';

const order = (tax: 'off' | 'included'): StoredQuote => ({
  id: crypto.randomUUID(),
  plan: '4week',
  amountCents: 2240,
  currency: 'usd',
  tax,
  email: 'anna@example.com',
  returnOrigin: 'http://localhost:3000',
});

/** Returns the names under which the SDK sends parameters. */
const namesOf = (value: object, prefix = ''): string[] =>
  Object.entries(value).flatMap(([key, child]: [string, unknown]) => {
    const name = prefix === '' ? key : `${prefix}[${key}]`;
    return typeof child === 'object' && child !== null ? namesOf(child, name) : [name];
  });

describe('the parameters of a checkout', () => {
  it('say nothing about tax if it is off', () => {
    expect(namesOf(checkoutParams(order('off'))).filter((name) => /tax|billing/.test(name))).toEqual([]);
  });

  it('request a tax that the price includes, and as little of the address as it needs', () => {
    const params = checkoutParams(order('included'));
    expect(params).toMatchObject({
      automatic_tax: { enabled: true },
      billing_address_collection: 'auto',
      line_items: [{ price_data: { unit_amount: 2240, tax_behavior: 'inclusive' } }],
    });
    expect(namesOf(params).filter((name) => !isPublicParameter(name))).toEqual([]);
  });
});

describe('at the sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.stop());

  it('a price that includes tax stays as the page showed it', async () => {
    const stripe = createStripe({
      secretKey: sandbox.secretKey,
      webhookSecret: sandbox.webhookSecret,
      apiBase: new URL(sandbox.apiBase),
      livemode: false,
    });
    const { id } = await stripe.checkout.sessions.create(checkoutParams(order('included')));
    await sandbox.pay(id, { number: '4242424242424242', country: 'DE' });
    const paid = await stripe.checkout.sessions.retrieve(id);
    expect(paid).toMatchObject({ automatic_tax: { status: 'complete' }, total_details: { amount_tax: 358 } });
    expect(checkoutUpdateOf(providerSession.parse(paid))).toMatchObject({ kind: 'paid', amountCents: 2240 });
  });
});
