import { checkoutState } from '@course/contracts';
import { CURRENCY, DEFAULT_PRICING, formatUsd, PLANS, priceOf, type Pricing } from '@course/funnel';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aVisitor, Browser, untilTaken, type Answer } from '../../test/browser.ts';
import { query } from '../../test/database.ts';
import { isCreate, sessionOf, sharedShop, type Shop, startShop } from '../../test/shop.ts';
import { CheckoutsRepository } from './checkouts.repository.ts';
import { SHOWN_PRICE_REQUIRED_FROM } from './quote.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await sharedShop();
});
afterEach(() => {
  shop.recorder.fault = undefined;
});

const CHECKOUT = '/api/create-checkout-session';
const checkoutsOf = (id: string) =>
  query('select * from funnel.checkouts where session_id = $1 order by created_at', [id]);
const ordersOf = (id: string) => query('select * from funnel.orders where session_id = $1', [id]);
const callsFor = async (id: string) => {
  const own = new Set((await checkoutsOf(id)).map((row) => row['id']));
  return shop.recorder.calls.filter((call) => isCreate(call) && own.has(call.form.get('client_reference_id')));
};
const expectError = (answer: Answer, statusCode: number, code: string) =>
  expect([answer.status, answer.body]).toEqual([statusCode, { statusCode, code, message: expect.any(String) }]);

describe('opening a checkout', () => {
  const quotes = PLANS.flatMap((plan) =>
    (['discounted', 'original', undefined] as (Pricing | undefined)[]).map(
      (pricing) => [plan.key, pricing, priceOf(plan, pricing ?? DEFAULT_PRICING)] as const,
    ),
  );

  it.each(quotes)('charges the catalogue price of %s, %s: %i cents', async (plan, pricing, cents) => {
    const { browser, id } = await aVisitor(shop.service.url, 'anna@example.com');
    const opened = await browser.post(CHECKOUT, { plan, ...(pricing && { pricing }) });
    expect([opened.status, opened.body]).toEqual([200, { clientSecret: expect.stringMatching(/^cs_test_.*_secret_/) }]);
    const [row] = await checkoutsOf(id);
    expect(row).toMatchObject({
      plan,
      pricing: pricing ?? DEFAULT_PRICING,
      amount_cents: cents,
      currency: 'usd',
      status: 'open',
      livemode: false,
      provider_session_id: sessionOf(opened.body),
    });
    const [call] = await callsFor(id);
    expect(call?.form.get('line_items[0][price_data][unit_amount]')).toBe(String(cents));
    expect(call?.form.get('metadata[checkout_id]')).toBe(row?.['id']);
    expect(call?.form.get('customer_email')).toBe('anna@example.com');
    expect(call?.form.get('return_url')).toBe('http://localhost:3000/payment-success?session_id={CHECKOUT_SESSION_ID}');
    expect(call?.idempotencyKey).toBe(`checkout-${String(row?.['id'])}`);
  });

  it.each([
    ['less', -1],
    ['more', 1],
  ])(
    'opens nothing, keeps the open checkout and returns the price when the page shows %s than that',
    async (_case, difference) => {
      const [, plan] = PLANS;
      const price = { amountCents: plan!.discountedCents, currency: CURRENCY };
      const { browser, id } = await aVisitor(shop.service.url);
      const before = await browser.post(CHECKOUT, { plan: '12week' });
      const calls = shop.recorder.calls.length;
      const shown = { ...price, amountCents: price.amountCents + difference };
      const refused = await browser.post(CHECKOUT, { plan: plan!.key, shown });
      const plans = PLANS.map(({ key, originalCents, discountedCents }) => ({
        plan: key,
        originalCents,
        discountedCents,
      }));
      expect([refused.status, refused.body]).toEqual([
        409,
        {
          statusCode: 409,
          code: 'price_changed',
          message: expect.stringContaining(formatUsd(price.amountCents)),
          price,
          plans,
        },
      ]);
      expect(shop.recorder.calls).toHaveLength(calls);
      expect(await checkoutsOf(id)).toMatchObject([
        { plan: '12week', status: 'open', provider_session_id: sessionOf(before.body) },
      ]);
      // The next tap sends the price that the page shows by then.
      expect((await browser.post(CHECKOUT, { plan: plan!.key, shown: price })).status).toBe(200);
      expect((await checkoutsOf(id)).map((row) => [row['status'], row['amount_cents']])).toEqual([
        ['expired', PLANS[2]!.discountedCents],
        ['open', price.amountCents],
      ]);
    },
  );

  it('does not reuse a checkout that was opened at another price', async () => {
    const { browser, id } = await aVisitor(shop.service.url);
    const old = await browser.post(CHECKOUT, { plan: '4week' });
    await query('update funnel.checkouts set amount_cents = amount_cents + 500 where session_id = $1', [id]);
    const opened = await browser.post(CHECKOUT, { plan: '4week' });
    expect(opened.status).toBe(200);
    expect(sessionOf(opened.body)).not.toBe(sessionOf(old.body));
    expect(await checkoutsOf(id)).toMatchObject([
      { status: 'failed' },
      { status: 'open', amount_cents: PLANS[1]!.discountedCents },
    ]);
    await expect(
      shop.sandbox.pay(sessionOf(old.body), { number: '4242424242424242', email: 'a@b.example' }),
    ).rejects.toThrow();
  });

  it('accepts an older page, which does not send the price that it shows, until the transition ends', async () => {
    let now = new Date(SHOWN_PRICE_REQUIRED_FROM - 1);
    const later = await startShop({ webhooks: false, clock: () => now });
    const { browser } = await aVisitor(later.service.url);
    expect((await browser.post(CHECKOUT, { plan: '4week', shown: undefined })).status).toBe(200);
    now = new Date(SHOWN_PRICE_REQUIRED_FROM);
    expectError(await browser.post(CHECKOUT, { plan: '4week', shown: undefined }), 400, 'page_outdated');
    expect((await browser.post(CHECKOUT, { plan: '4week' })).status).toBe(200);
    await later.stop();
  });

  it('stores the accepted terms, the time zone and the version of the plan shown', async () => {
    const { browser, id } = await aVisitor(shop.service.url);
    await browser.post(CHECKOUT, {
      plan: '4week',
      termsVersion: '2026-01',
      termsAcceptedAt: '2026-01-02T03:04:05Z',
      askedToBeginAt: '2026-01-02T03:04:06Z',
      timeZone: 'Europe/Berlin',
      planVersion: '2.abc',
    });
    expect(await checkoutsOf(id)).toMatchObject([
      {
        plan_version: '2.abc',
        terms_version: '2026-01',
        terms_accepted_at: new Date('2026-01-02T03:04:05Z'),
        asked_to_begin_at: new Date('2026-01-02T03:04:06Z'),
        time_zone: 'Europe/Berlin',
        email: null,
      },
    ]);
  });

  it('returns the visitor to the host name that has the cookie', async () => {
    const { browser, id } = await aVisitor(shop.service.url);
    await browser.post(CHECKOUT, { plan: '4week' }, { origin: 'http://127.0.0.1:3000' });
    expect(await checkoutsOf(id)).toMatchObject([{ return_origin: 'http://127.0.0.1:3000' }]);
  });

  it.each(['a@b', 'x@y.z', 'anna@localhost'])(
    'lets the form ask for an address if %s cannot receive mail, and uses the one typed there',
    async (email) => {
      const { browser, id } = await aVisitor(shop.service.url, email);
      const opened = await browser.post(CHECKOUT, { plan: '4week' });
      expect((await callsFor(id)).map((call) => call.form.get('customer_email'))).toEqual([null]);
      const real = `real-${id.slice(-12).toLowerCase()}@example.com`;
      await shop.sandbox.pay(sessionOf(opened.body), { number: '4242424242424242', email: real });
      expect(await ordersOf(id)).toMatchObject([{ email: real, funnel_email: email, form_email: real }]);
    },
  );

  it('lets the form ask for an address if the provider refuses the one given', async () => {
    const { browser, id } = await aVisitor(shop.service.url, 'refused@example.com');
    const refusal = {
      status: 400,
      error: { type: 'invalid_request_error', code: 'email_invalid', param: 'customer_email', message: 'no' },
    } as const;
    shop.recorder.fault = (call) => (isCreate(call) && call.form.has('customer_email') ? refusal : undefined);
    expect((await browser.post(CHECKOUT, { plan: '4week' })).status).toBe(200);
    shop.recorder.fault = undefined;
    expect((await callsFor(id)).map((call) => call.form.get('customer_email'))).toEqual(['refused@example.com', null]);
  });

  it('needs a session', async () => {
    expectError(await new Browser(shop.service.url).post(CHECKOUT, { plan: '4week' }), 403, 'session_missing');
  });

  it('needs a session that still exists', async () => {
    const { browser, id } = await aVisitor(shop.service.url);
    await query('delete from funnel.sessions where id = $1', [id]);
    expectError(await browser.post(CHECKOUT, { plan: '4week' }), 403, 'session_missing');
  });

  it.each([
    [{ plan: '2week' }, 'unknown_plan'],
    [{ plan: '__proto__' }, 'unknown_plan'],
    [{ plan: '4week', pricing: 'free' }, 'unknown_pricing'],
  ])('refuses %o', async (body, code) => {
    const { browser, id } = await aVisitor(shop.service.url);
    expectError(await browser.post(CHECKOUT, body), 400, code);
    expect(await checkoutsOf(id)).toEqual([]);
  });
});

describe('one open checkout per session', () => {
  it('reuses it for the same quote', async () => {
    const { browser, id } = await aVisitor(shop.service.url);
    const first = await browser.post(CHECKOUT, { plan: '4week' });
    const second = await browser.post(CHECKOUT, { plan: '4week', pricing: 'discounted' });
    expect(second.body).toEqual(first.body);
    expect(await callsFor(id)).toHaveLength(1);
  });

  it.each([
    ['another plan', async () => ({ plan: '12week' })],
    ['another pricing', async () => ({ plan: '4week', pricing: 'original' })],
    [
      'another address',
      async (browser: Browser, id: string) =>
        (await browser.patch(`/api/sessions/${id}`, { email: 'new@example.com' })).status === 200
          ? { plan: '4week' }
          : {},
    ],
  ])('ends it at the provider for %s', async (_, change) => {
    const { browser, id } = await aVisitor(shop.service.url);
    const first = await browser.post(CHECKOUT, { plan: '4week' });
    const second = await browser.post(CHECKOUT, await change(browser, id));
    expect(second.status).toBe(200);
    expect(second.body).not.toEqual(first.body);
    expect((await checkoutsOf(id)).map((row) => row['status'])).toEqual(['expired', 'open']);
    await expect(
      shop.sandbox.pay(sessionOf(first.body), { number: '4242424242424242', email: 'a@b.example' }),
    ).rejects.toThrow();
  });

  it('opens a new one when the old one has expired at the provider', async () => {
    const { browser, id } = await aVisitor(shop.service.url);
    const first = await browser.post(CHECKOUT, { plan: '4week' });
    await fetch(`${shop.sandbox.apiBase}/v1/checkout/sessions/${sessionOf(first.body)}/expire`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.sandbox.secretKey}` },
    });
    const second = await browser.post(CHECKOUT, { plan: '4week' });
    expect(second.body).not.toEqual(first.body);
    expect((await checkoutsOf(id)).map((row) => row['status'])).toEqual(['expired', 'open']);
  });

  it('opens a new one when the provider no longer knows the old one', async () => {
    const { browser, id } = await aVisitor(shop.service.url);
    await browser.post(CHECKOUT, { plan: '4week' });
    await query('update funnel.checkouts set provider_session_id = $2 where session_id = $1', [id, 'cs_test_gone']);
    expect((await browser.post(CHECKOUT, { plan: '4week' })).status).toBe(200);
    expect((await checkoutsOf(id)).map((row) => row['status'])).toEqual(['expired', 'open']);
    await query('update funnel.checkouts set provider_session_id = id::text where session_id = $1', [id]);
  });

  it('opens one for 20 parallel clicks', async () => {
    const { browser, id } = await aVisitor(shop.service.url);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => untilTaken(() => browser.post(CHECKOUT, { plan: '4week' }))),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await checkoutsOf(id)).toHaveLength(1);
    expect(await callsFor(id)).toHaveLength(1);
  });

  it('opens one for 20 parallel clicks on two processes', async () => {
    const another = await shop.startAnother();
    const { browser, id } = await aVisitor(shop.service.url);
    const twin = new Browser(another.url);
    twin.cookie = browser.cookie;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        untilTaken(() => (index % 2 ? browser : twin).post(CHECKOUT, { plan: '4week' })),
      ),
    );
    await another.stop();
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await checkoutsOf(id)).toMatchObject([{ status: 'open' }]);
  });

  it('lets one of 10 parallel inserts succeed, whatever the timing', async () => {
    const { id: sessionId } = await aVisitor(shop.service.url);
    const quote = {
      plan: '4week',
      pricing: 'discounted',
      amountCents: PLANS[1]!.discountedCents,
      currency: 'usd',
      tax: 'off',
      email: null,
      returnOrigin: 'http://localhost:3000',
    };
    const terms = {
      termsVersion: null,
      termsAcceptedAt: null,
      askedToBeginAt: null,
      timeZone: null,
      planVersion: null,
      createdAt: new Date(),
    };
    const repository = shop.service.app.get(CheckoutsRepository, { strict: false });
    const rows = await Promise.all(
      Array.from({ length: 10 }, () => repository.insert({ sessionId, livemode: false, ...quote, ...terms })),
    );
    expect(rows.filter((row) => row !== null)).toHaveLength(1);
  });

  it('leaves one open when parallel clicks are for different plans', async () => {
    const { browser, id } = await aVisitor(shop.service.url);
    const answers = await Promise.all(
      ['1week', '4week', '12week', '1week', '4week', '12week'].map((plan) => browser.post(CHECKOUT, { plan })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await checkoutsOf(id)).filter((row) => row['status'] === 'open')).toHaveLength(1);
  });
});

describe('a session that has paid', () => {
  const aBuyer = async () => {
    const buyer = await aVisitor(shop.service.url, 'anna@example.com');
    const opened = await buyer.browser.post(CHECKOUT, { plan: '4week' });
    await shop.sandbox.pay(sessionOf(opened.body));
    return { ...buyer, providerId: sessionOf(opened.body) };
  };

  it('gets an error, and can buy again only by confirming it', async () => {
    const { browser, id } = await aBuyer();
    expectError(await browser.post(CHECKOUT, { plan: '1week' }), 409, 'already_paid');
    const again = await browser.post(CHECKOUT, { plan: '1week', again: true });
    expect(again.status).toBe(200);
    await shop.sandbox.pay(sessionOf(again.body));
    expect((await ordersOf(id)).map((row) => row['amount_cents']).sort()).toEqual([
      PLANS[1]!.discountedCents,
      PLANS[0]!.discountedCents,
    ]);
  });

  it('sees its checkout as paid, with a masked address', async () => {
    const { browser, id, providerId } = await aBuyer();
    const state = await browser.get(`/api/checkout-sessions/${providerId}`);
    expect([state.status, state.body]).toEqual([
      200,
      {
        status: 'paid',
        plan: '4week',
        amountCents: PLANS[1]!.discountedCents,
        currency: 'usd',
        orderNumber: expect.any(String),
        maskedEmail: 'a•••@e•••.com',
        correctable: true,
      },
    ]);
    expect(checkoutState.parse(state.body)).toEqual(state.body);
    expect(await ordersOf(id)).toMatchObject([{ number: (state.body as { orderNumber: string }).orderNumber }]);
  });

  it('does not show its checkout to other browsers', async () => {
    const { providerId } = await aBuyer();
    expectError(
      await new Browser(shop.service.url).get(`/api/checkout-sessions/${providerId}`),
      404,
      'checkout_unknown',
    );
    expectError(
      await (await aVisitor(shop.service.url)).browser.get(`/api/checkout-sessions/${providerId}`),
      404,
      'checkout_unknown',
    );
  });
});

describe('a provider that fails', () => {
  const cardError = { type: 'api_error', message: 'for anna@example.com' };

  it.each([
    ['answers 500', { status: 500, error: cardError } as const],
    ['refuses the key', { status: 401, error: { type: 'invalid_request_error', message: 'no' } } as const],
    ['hangs up', 'drop' as const],
  ])('is a 502 when it %s, and the next click works', async (_, fault) => {
    const { browser, id } = await aVisitor(shop.service.url, 'anna@example.com');
    shop.recorder.fault = (call) => (isCreate(call) ? fault : undefined);
    expectError(await browser.post(CHECKOUT, { plan: '4week' }), 502, 'payment_unavailable');
    expect((await checkoutsOf(id)).every((row) => row['status'] === 'failed' || row['status'] === 'creating')).toBe(
      true,
    );
    shop.recorder.fault = undefined;
    expect((await browser.post(CHECKOUT, { plan: '4week' })).status).toBe(200);
    expect((await checkoutsOf(id)).filter((row) => row['status'] === 'open')).toHaveLength(1);
    expect(shop.service.log()).not.toContain('anna@example.com');
  });

  it('opens only one session when its response was lost', async () => {
    const { browser, id } = await aVisitor(shop.service.url);
    shop.recorder.fault = (call) => (isCreate(call) ? 'lose' : undefined);
    expectError(await browser.post(CHECKOUT, { plan: '4week' }), 502, 'payment_unavailable');
    shop.recorder.fault = undefined;
    expect((await browser.post(CHECKOUT, { plan: '4week' })).status).toBe(200);
    expect(new Set((await callsFor(id)).map((call) => call.idempotencyKey)).size).toBe(1);
    expect(await checkoutsOf(id)).toHaveLength(1);
  });

  it('keeps the old checkout open when it cannot be ended', async () => {
    const { browser, id } = await aVisitor(shop.service.url);
    await browser.post(CHECKOUT, { plan: '4week' });
    shop.recorder.fault = (call) =>
      call.path.includes('/expire') || call.method === 'GET' ? { status: 500, error: cardError } : undefined;
    expectError(await browser.post(CHECKOUT, { plan: '1week' }), 502, 'payment_unavailable');
    expect(await checkoutsOf(id)).toMatchObject([{ plan: '4week', status: 'open' }]);
  });

  it('makes the return page report an error rather than claim that nothing was paid', async () => {
    const { browser, id } = await aVisitor(shop.service.url);
    const opened = await browser.post(CHECKOUT, { plan: '4week' });
    const readState = () => browser.get(`/api/checkout-sessions/${sessionOf(opened.body)}`);
    expect((await readState()).body).toEqual({ status: 'open', plan: '4week' });
    shop.recorder.fault = () => ({ status: 500, error: cardError });
    expectError(await readState(), 502, 'payment_unavailable');
    // The provider itself had reported that the payment is in progress.
    await query(`update funnel.checkouts set status = 'processing' where session_id = $1`, [id]);
    expect((await readState()).body).toEqual({ status: 'processing' });
    shop.recorder.fault = undefined;
  });
});
