import { beforeAll, describe, expect, it } from 'vitest';
import { aVisitor, Browser } from '../../test/browser.ts';
import { query, type Row } from '../../test/database.ts';
import {
  anEvent,
  anOpenCheckout,
  aSessionObject,
  deliver,
  deliverUntilTaken,
  signatureOf,
  type OpenCheckout,
  typed,
} from '../../test/events.ts';
import { sharedService, type Service, startService, WEBHOOK_SECRET } from '../../test/service.ts';
import { FOUR_WEEKS_CENTS } from '../../test/prices.ts';
import { WebhookService } from './webhook.service.ts';

let service: Service;
beforeAll(async () => {
  service = await sharedService();
});

const signing = { secret: WEBHOOK_SECRET };
const send = (event: unknown, by = signing) => deliver(service.url, event, by);
const sendUntilTaken = (event: unknown) => deliverUntilTaken(service.url, event, signing);
const nowSeconds = () => Math.floor(Date.now() / 1000);

const statusOf = async (id: string) =>
  (await query('select status from funnel.checkouts where id = $1', [id]))[0]?.['status'];
const ordersOf = (checkoutId: string) => query('select * from funnel.orders where checkout_id = $1', [checkoutId]);
const storedEvent = async (event: Row) =>
  (await query('select * from funnel.payment_events where id = $1', [event['id']]))[0];

const aCheckout = async (email?: string, overrides?: Row) => {
  const { id: sessionId, browser } = await aVisitor(service.url, email);
  return { sessionId, browser, ...(await anOpenCheckout(sessionId, overrides)) };
};

const unpaid = { payment_status: 'unpaid' };
const expired = { status: 'expired', payment_status: 'unpaid', payment_intent: null };

describe('a paid checkout', () => {
  it('becomes an order for what was bought', async () => {
    const checkout = await aCheckout('anna@example.com');
    const object = aSessionObject(checkout);
    const event = anEvent(object);
    expect((await send(event)).status).toBe(200);
    expect(await ordersOf(checkout.id)).toMatchObject([
      {
        session_id: checkout.sessionId,
        email: 'anna@example.com',
        plan: '4week',
        pricing: 'discounted',
        amount_cents: FOUR_WEEKS_CENTS,
        currency: 'usd',
        status: 'paid',
        livemode: false,
        provider_payment_id: object['payment_intent'],
        paid_at: expect.any(Date),
      },
    ]);
    expect(await statusOf(checkout.id)).toBe('paid');
    expect(await storedEvent(event)).toMatchObject({
      type: 'checkout.session.completed',
      outcome: 'applied',
      reason: null,
      checkout_id: checkout.id,
    });
  });

  it.each<[string, string | undefined, string | null, string, string | null]>([
    ["has the form's address when the funnel has none", undefined, 'typed@example.com', 'typed@example.com', null],
    [
      "has the form's address when the form asked although the funnel has one, and stores both",
      'a@b',
      'typed@example.com',
      'typed@example.com',
      'a@b',
    ],
    [
      "has the funnel's address when the form did not ask",
      'anna@example.com',
      null,
      'anna@example.com',
      'anna@example.com',
    ],
  ])('%s', async (_, inFunnel, atForm, email, funnelEmail) => {
    const checkout = await aCheckout(inFunnel);
    await send(anEvent(aSessionObject(checkout, atForm === null ? {} : typed(atForm))));
    expect(await ordersOf(checkout.id)).toMatchObject([{ email, funnel_email: funnelEmail, form_email: atForm }]);
    expect(
      await query(
        'select course.email from funnel.courses course join funnel.orders bought on bought.id = course.order_id where bought.checkout_id = $1',
        [checkout.id],
      ),
    ).toEqual([{ email }]);
  });

  it('is refused visibly when there is no address', async () => {
    const checkout = await aCheckout();
    const event = anEvent(aSessionObject(checkout, { customer_email: null, customer_details: null }));
    expect((await send(event)).status).toBe(400);
    expect(await storedEvent(event)).toMatchObject({ outcome: 'refused', reason: 'no address' });
    expect(await ordersOf(checkout.id)).toEqual([]);
  });

  it('is refused visibly when its plan is no longer sold, and becomes an order when replayed after the plan is back', async () => {
    const checkout = await aCheckout('a@b.example');
    const event = anEvent(aSessionObject(checkout));
    await query(`update funnel.checkouts set plan = '2week' where id = $1`, [checkout.id]);
    expect((await send(event)).status).toBe(400);
    expect(await storedEvent(event)).toMatchObject({ outcome: 'refused', reason: 'unknown plan' });
    await query(`update funnel.checkouts set plan = '4week' where id = $1`, [checkout.id]);
    await service.app.get(WebhookService).replay(String(event['id']));
    expect(await ordersOf(checkout.id)).toHaveLength(1);
  });

  it('is found by our own id if the response to its opening was lost', async () => {
    const checkout = await aCheckout('a@b.example', {
      status: 'creating',
      provider_session_id: null,
      client_secret: null,
    });
    await send(anEvent(aSessionObject(checkout)));
    expect(await ordersOf(checkout.id)).toHaveLength(1);
    expect(await query('select provider_session_id from funnel.checkouts where id = $1', [checkout.id])).toEqual([
      { provider_session_id: checkout.providerSessionId },
    ]);
  });

  it("is found by the provider's id if the metadata is missing", async () => {
    const checkout = await aCheckout('a@b.example');
    await send(anEvent(aSessionObject(checkout, { metadata: {} })));
    expect(await ordersOf(checkout.id)).toHaveLength(1);
  });
});

describe('exactly one order', () => {
  it('results from 20 parallel deliveries of one event', async () => {
    const checkout = await aCheckout('a@b.example');
    const event = anEvent(aSessionObject(checkout));
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendUntilTaken(event)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await ordersOf(checkout.id)).toHaveLength(1);
  });

  it('results from 20 parallel events about one checkout', async () => {
    const checkout = await aCheckout('a@b.example');
    const object = aSessionObject(checkout);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        sendUntilTaken(anEvent(object, index % 2 ? { type: 'checkout.session.async_payment_succeeded' } : {})),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await ordersOf(checkout.id)).toHaveLength(1);
  });

  it('results when payment and expiry are reported at once', async () => {
    const checkouts = await Promise.all(Array.from({ length: 12 }, () => aCheckout('a@b.example')));
    const both = (checkout: OpenCheckout) => [
      { id: checkout.id, event: anEvent(aSessionObject(checkout)) },
      { id: checkout.id, event: anEvent(aSessionObject(checkout, expired), { type: 'checkout.session.expired' }) },
    ];
    const deliveries = await Promise.all(
      checkouts.flatMap(both).map(async (delivery) => ({ ...delivery, status: (await send(delivery.event)).status })),
    );
    // An event answered with 200 is applied; an overloaded machine answers 503, and the event is repeated.
    for (const { id } of deliveries.filter(({ status }) => status === 200)) expect(await statusOf(id)).not.toBe('open');
    for (const { event, status } of deliveries.filter(({ status }) => status !== 200))
      expect([status, (await send(event)).status]).toEqual([503, 200]);
    expect(await Promise.all(checkouts.map(({ id }) => statusOf(id)))).toEqual(Array(12).fill('paid'));
  });

  it('results from an event that is repeated later', async () => {
    const checkout = await aCheckout('a@b.example');
    const event = anEvent(aSessionObject(checkout));
    for (let round = 0; round < 3; round += 1) expect((await send(event)).status).toBe(200);
    expect(await ordersOf(checkout.id)).toHaveLength(1);
  });
});

type Step = [type: string, object: Row];
const completedUnpaid: Step = ['checkout.session.completed', unpaid];
const succeeded: Step = ['checkout.session.async_payment_succeeded', {}];
const failed: Step = ['checkout.session.async_payment_failed', unpaid];
const expiry: Step = ['checkout.session.expired', expired];
const completedPaid: Step = ['checkout.session.completed', {}];

describe('updates in any order', () => {
  it.each<[string, Step[], string, number]>([
    ['delayed payment', [completedUnpaid], 'processing', 0],
    ['delayed payment that arrived', [completedUnpaid, succeeded], 'paid', 1],
    ['delayed payment that arrived, reported in reverse', [succeeded, completedUnpaid], 'paid', 1],
    ['delayed payment that failed', [completedUnpaid, failed], 'failed', 0],
    ['delayed payment that failed, reported in reverse', [failed, completedUnpaid], 'failed', 0],
    ['expired', [expiry], 'expired', 0],
    ['expired, reported after it was paid', [completedPaid, expiry], 'paid', 1],
    ['paid, reported after it expired', [expiry, completedPaid], 'paid', 1],
    ['paid, reported after it failed', [failed, succeeded], 'paid', 1],
    ['failed, reported after it was paid', [completedPaid, failed], 'paid', 1],
  ])('%s', async (_, steps, status, orders) => {
    const checkout = await aCheckout('a@b.example');
    for (const [type, object] of steps)
      expect((await send(anEvent(aSessionObject(checkout, object), { type }))).status).toBe(200);
    expect(await statusOf(checkout.id)).toBe(status);
    expect(await ordersOf(checkout.id)).toHaveLength(orders);
  });

  it('assign a delayed payment to the buyer who sent the form, not to somebody who has used that browser since', async () => {
    const checkout = await aCheckout('a@b.example');
    const { sessionId, browser } = checkout;
    const enter = async (name: string, answerValue: string) => {
      await browser.patch(`/api/sessions/${sessionId}`, { name });
      await browser.post('/api/responses', { sessionId, questionNumber: 'q15', answerValue });
    };
    await enter('Anna', '["design"]');
    await send(anEvent(aSessionObject(checkout, unpaid)));
    await browser.patch(`/api/sessions/${sessionId}`, { email: 'next@b.example' });
    await enter('Bob', '["marketing"]');
    await send(anEvent(aSessionObject(checkout), { type: 'checkout.session.async_payment_succeeded' }));
    const [order] = await ordersOf(checkout.id);
    expect(order).toMatchObject({ email: 'a@b.example', funnel_email: 'a@b.example' });
    expect(await query('select name, plan_answers from funnel.courses where order_id = $1', [order?.['id']])).toEqual([
      { name: 'Anna', plan_answers: { q15: '["design"]' } },
    ]);
    // The checkout no longer needs them: the course has them.
    expect(await query('select name, plan_answers from funnel.checkouts where id = $1', [checkout.id])).toEqual([
      { name: null, plan_answers: null },
    ]);
  });

  it('are visible on the return page', async () => {
    const checkout = await aCheckout('a@b.example', { status: 'processing' });
    await send(anEvent(aSessionObject(checkout, unpaid), { type: 'checkout.session.async_payment_failed' }));
    expect((await checkout.browser.get(`/api/checkout-sessions/${checkout.providerSessionId}`)).body).toMatchObject({
      status: 'closed',
    });
  });
});

describe('an event that does not match', () => {
  it.each<[string, Row, Row, string]>([
    ['amount', { amount_total: 2239 }, {}, 'amount differs'],
    ['no amount', { amount_total: null }, {}, 'amount differs'],
    ['currency', { currency: 'eur' }, {}, 'currency differs'],
    ['mode', {}, { livemode: true }, 'livemode differs'],
    ['no session in it', { id: 7 }, {}, 'unreadable'],
  ])('is refused and stored with its reason: %s', async (_, object, envelope, reason) => {
    const checkout = await aCheckout('a@b.example');
    const event = anEvent(aSessionObject(checkout, object), envelope);
    for (let round = 0; round < 2; round += 1)
      expect((await send(event)).body).toEqual({
        statusCode: 400,
        code: 'event_mismatch',
        message: `The event was refused: ${reason}. npm run owner -- webhook list shows it.`,
      });
    expect(await storedEvent(event)).toMatchObject({ outcome: 'refused', reason });
    expect([await statusOf(checkout.id), await ordersOf(checkout.id)]).toEqual(['open', []]);
  });

  it('is stored and answered with 200 when the checkout is not ours, and logged once', async () => {
    const event = anEvent(aSessionObject({ id: crypto.randomUUID(), providerSessionId: 'cs_test_of_somebody' }));
    for (let round = 0; round < 2; round += 1) expect((await send(event)).status).toBe(200);
    expect(await storedEvent(event)).toMatchObject({ outcome: 'unknown_checkout', checkout_id: null });
    expect(
      service
        .log()
        .split('\n')
        .filter((line) => line.includes(String(event['id']))),
    ).toHaveLength(1);
  });

  it.each(['charge.updated', 'customer.created', 'a.type.from.the.future'])(
    'is stored without personal data and ignored when its type is not handled: %s',
    async (type) => {
      const event = anEvent({ id: 'ch_1', billing_details: { email: 'charged@example.com', name: 'Anna' } }, { type });
      expect((await send(event)).status).toBe(200);
      const { payload, ...stored } = (await storedEvent(event)) ?? {};
      expect(stored).toMatchObject({ type, outcome: 'ignored' });
      expect(payload).toMatch(/"id":"ch_1".*"erased":true\}$/);
      expect(payload).not.toMatch(/charged@|Anna/);
    },
  );
});

describe('a signature', () => {
  const payload = JSON.stringify(anEvent({ id: 'x' }, { type: 'charge.updated' }));
  const post = (headers: Record<string, string>, body = payload) =>
    new Browser(service.url).send('POST', '/api/stripe/webhook', {
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });

  it.each<[string, () => Record<string, string>]>([
    ['missing', () => ({})],
    ['empty', () => ({ 'stripe-signature': '' })],
    ['nonsense', () => ({ 'stripe-signature': 'nonsense' })],
    ["another secret's", () => ({ 'stripe-signature': signatureOf(payload, { secret: 'whsec_other' }) })],
    ["another body's", () => ({ 'stripe-signature': signatureOf(`${payload} `, signing) })],
    [
      'six minutes old',
      () => ({ 'stripe-signature': signatureOf(payload, { ...signing, timestamp: nowSeconds() - 360 }) }),
    ],
  ])('that is %s is refused, and nothing is stored', async (_, headers) => {
    const refused = await post(headers());
    expect([refused.status, refused.body]).toEqual([
      400,
      { statusCode: 400, code: 'invalid_signature', message: expect.any(String) },
    ]);
    expect(await storedEvent(JSON.parse(payload) as Row)).toBeUndefined();
  });

  it.each<[string, string]>([
    ['no JSON', '{"id":'],
    ['a list', '[]'],
    ['a number', '7'],
    ['null', 'null'],
    ['no id', '{"type":"x","livemode":false,"created":1,"data":{"object":{}}}'],
    [
      'an id that cannot be stored',
      '{"id":"evt_\\u0000","type":"x","livemode":false,"created":1,"data":{"object":{}}}',
    ],
    ['a time that cannot be stored', '{"id":"evt_1","type":"x","livemode":false,"created":1e300,"data":{"object":{}}}'],
  ])('that is valid on %s results in a 400', async (_, body) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { statusCode: 400, message: expect.any(String) } });
  });

  it('that is valid on an event with NUL in it stores the event unchanged', async () => {
    const unknown = { id: crypto.randomUUID(), providerSessionId: 'cs_unknown' };
    const event = anEvent(aSessionObject(unknown, { customer_details: { name: 'a\u0000b' } }));
    expect((await send(event)).status).toBe(200);
    expect(JSON.parse(String((await storedEvent(event))?.['payload']))).toEqual(event);
  });

  it('does not admit a body over 1 MB', async () => {
    expect((await send(anEvent({ padding: 'x'.repeat(1024 * 1024) }))).body).toMatchObject({
      statusCode: 413,
      code: 'body_too_large',
    });
  });

  it('admits a body far over the limit of the other calls', async () => {
    expect((await send(anEvent({ padding: 'x'.repeat(500_000) }, { type: 'charge.updated' }))).status).toBe(200);
  });
});

it("checks a signature's time against real time, even while the clock of the sandbox is ahead", async () => {
  const ahead = await startService({ clock: () => new Date(Date.now() + 30 * 86_400_000) });
  const answer = await deliverUntilTaken(ahead.url, anEvent({ id: 'x' }, { type: 'charge.updated' }), signing);
  await ahead.stop();
  expect(answer.status).toBe(200);
});

it('logs no address and no name', async () => {
  const checkout = await aCheckout('private@example.com');
  await send(anEvent(aSessionObject(checkout)));
  await send(anEvent(aSessionObject(checkout, { amount_total: 1 })));
  expect(service.log()).toContain('payment event');
  expect(service.log()).not.toMatch(/private@|form@|Anna|@example/);
});
