import { findPlan } from '@course/funnel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aVisitor } from '../../test/browser.ts';
import { query } from '../../test/database.ts';
import { isCreate, startShop, type StartedShop } from '../../test/shop.ts';
import { isPublicParameter } from '../../test/stripe-public-parameters.ts';

let shop: StartedShop;
let form: URLSearchParams;
let sessionId: string;
beforeAll(async () => {
  shop = await startShop();
  const { browser, id } = await aVisitor(shop.service.url, 'anna@example.com');
  sessionId = id;
  await browser.patch(`/api/sessions/${id}`, { name: 'Anna Smith' });
  await browser.post('/api/responses', { sessionId: id, questionNumber: 'q12', answerValue: '100-300k' });
  await browser.post('/api/create-checkout-session', {
    plan: '12week',
    pricing: 'original',
    termsVersion: '1',
    timeZone: 'Europe/Berlin',
  });
  form = shop.recorder.calls.find(isCreate)?.form ?? new URLSearchParams();
});
afterAll(() => shop.stop());

describe('the request that reaches the API host', () => {
  it('has only parameters of the public API', () => {
    const names = [...form.keys()];
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !isPublicParameter(name))).toEqual([]);
  });

  it('is exactly this', async () => {
    const [checkout] = await query('select id from funnel.checkouts where session_id = $1', [sessionId]);
    const id = String(checkout?.['id']);
    expect(Object.fromEntries(form)).toEqual({
      mode: 'payment',
      ui_mode: 'embedded_page',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': String(findPlan('12week')?.originalCents),
      'line_items[0][price_data][product_data][name]': expect.any(String),
      'line_items[0][price_data][product_data][description]': '84 daily emails, paid once',
      return_url: 'http://localhost:3000/payment-success?session_id={CHECKOUT_SESSION_ID}',
      client_reference_id: id,
      'metadata[checkout_id]': id,
      'payment_intent_data[metadata][checkout_id]': id,
      'adaptive_pricing[enabled]': 'false',
      customer_email: 'anna@example.com',
    });
  });

  it('contains no name, answer or session id', () => {
    expect(decodeURIComponent(form.toString())).not.toMatch(/Anna Smith|Anna\+Smith|100-300k|session_1/);
  });
});

describe('the list of public parameters', () => {
  it.each([
    'mode',
    'metadata[anything]',
    'line_items[3][price_data][product_data][name]',
    'payment_intent_data[metadata][x]',
  ])('has %s', (name) => {
    expect(isPublicParameter(name)).toBe(true);
  });

  it.each([
    'sandbox',
    'line_items[0][price]s',
    'line_items[0][price_data][secret]',
    'payment_intent_data[x]',
    'adaptive_pricing[on]',
    'mode[x]',
  ])('does not have %s', (name) => {
    expect(isPublicParameter(name)).toBe(false);
  });
});
