import { seededRandom, testSeed } from '@course/test-kit/seeded-random';
import { beforeAll, describe, expect, it } from 'vitest';
import { aSessionId } from '../../test/browser.ts';
import { query, type Row } from '../../test/database.ts';
import {
  aCharge,
  aDispute,
  aFailedRefund,
  anEvent,
  anOpenCheckout,
  aSessionObject,
  signatureOf,
} from '../../test/events.ts';
import { sharedService, type Service, WEBHOOK_SECRET } from '../../test/service.ts';
import { WebhookService } from './webhook.service.ts';
import { FOUR_WEEKS_CENTS } from '../../test/prices.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const CONCURRENCY = 6;
/** Orders of arrival per scenario. ARRIVAL_ORDERS=120 covers every order of five events, as in `npm run test:long`. */
const ORDERS = Number(process.env['ARRIVAL_ORDERS'] ?? 4);
const ROUNDS = Math.ceil(ORDERS / 12);
const random = seededRandom(testSeed());

let service: Service;
let webhooks: WebhookService;
beforeAll(async () => {
  service = await sharedService(() => NOW);
  webhooks = service.app.get(WebhookService, { strict: false });
});

/** An event of the provider. A scenario lists them in the order in which they happened. */
type Reported = readonly [type: string, object: 'session' | 'charge' | 'refund' | 'dispute', fields: Row];

const unpaid = { payment_status: 'unpaid' };
const SCENARIOS: Readonly<Record<string, readonly Reported[]>> = {
  'paid, refunded in two parts, and lost in a dispute': [
    ['checkout.session.completed', 'session', {}],
    ['charge.refunded', 'charge', { amount_refunded: 500 }],
    ['charge.dispute.created', 'dispute', {}],
    ['charge.refunded', 'charge', { amount_refunded: FOUR_WEEKS_CENTS }],
    ['charge.dispute.closed', 'dispute', { status: 'lost' }],
  ],
  'paid by transfer, disputed and won': [
    ['checkout.session.completed', 'session', unpaid],
    ['checkout.session.async_payment_succeeded', 'session', {}],
    ['charge.dispute.created', 'dispute', {}],
    ['charge.dispute.updated', 'dispute', { status: 'under_review' }],
    ['charge.dispute.closed', 'dispute', { status: 'won' }],
  ],
  'paid, refunded in vain, and refunded again': [
    ['checkout.session.completed', 'session', {}],
    ['charge.refunded', 'charge', { amount_refunded: FOUR_WEEKS_CENTS }],
    ['refund.failed', 'refund', {}],
    ['charge.refund.updated', 'refund', {}],
    ['charge.refunded', 'charge', { amount_refunded: FOUR_WEEKS_CENTS }],
  ],
  'paid, and refunded in two parts, of which the second fails': [
    ['checkout.session.completed', 'session', {}],
    ['charge.refunded', 'charge', { amount_refunded: 1000 }],
    ['charge.refunded', 'charge', { amount_refunded: FOUR_WEEKS_CENTS }],
    ['refund.failed', 'refund', { amount: 1240 }],
  ],
  'a transfer that first failed, and a dispute that is open': [
    ['checkout.session.async_payment_failed', 'session', unpaid],
    ['checkout.session.async_payment_succeeded', 'session', {}],
    ['charge.dispute.created', 'dispute', {}],
    ['charge.dispute.funds_withdrawn', 'dispute', {}],
  ],
};

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

async function aCheckout(): Promise<{ id: string; providerSessionId: string }> {
  const sessionId = aSessionId();
  await query(`insert into funnel.sessions (id, email, name) values ($1, $2, 'Anna')`, [
    sessionId,
    `${sessionId}@example.com`,
  ]);
  return anOpenCheckout(sessionId);
}

/** Returns the scenario's events, about a new checkout. */
async function eventsOf(scenario: readonly Reported[]) {
  const checkout = await aCheckout();
  const paymentId = `pi_${checkout.id}`;
  const objects = {
    session: aSessionObject(checkout, { payment_intent: paymentId }),
    charge: aCharge(paymentId),
    refund: aFailedRefund(paymentId),
    dispute: aDispute(paymentId),
  };
  const events = scenario.map(([type, object, fields], index) =>
    anEvent({ ...objects[object], ...fields }, { type, created: 1_700_000_000 + index }),
  );
  return { checkout, events };
}

/** Like Stripe, sends an event again if it was not accepted because the store was too slow. */
async function deliver(event: Row): Promise<void> {
  const payload = JSON.stringify(event);
  const send = () => webhooks.receive(Buffer.from(payload), signatureOf(payload, { secret: WEBHOOK_SECRET }));
  await send().catch(send).catch(send);
}

/** Returns everything that depends on the scenario, without ids. */
async function resultOf(checkoutId: string): Promise<Row> {
  const [row] = await query(
    `select c.status checkout, c.next_reconcile_at, o.status, o.amount_cents, o.refunded_cents, o.refunded_at, o.disputed_at, o.dispute_status, o.paid_at,
       course.status course, course.stop_reason, course.next_due_at, course.lessons_queued,
       (select json_agg(json_build_array(kind, status) order by kind) from funnel.deliveries d where d.order_id = o.id) mails,
       (select json_agg(json_build_array(status, provider_event_at, amount_cents)) from funnel.disputes d where d.order_id = o.id) disputes,
       (select json_agg(json_build_array(amount_cents, provider_event_at)) from funnel.failed_refunds f where f.order_id = o.id) failed, o.refund_reported_cents, o.refund_provider_event_at,
       (select count(*)::int from funnel.payment_events e where e.payment_id = o.provider_payment_id and e.outcome = 'unknown_checkout') waiting,
       (select count(*)::int from graphile_worker.jobs j join funnel.deliveries d on j.key = 'send:' || d.id where d.order_id = o.id) jobs
     from funnel.checkouts c left join funnel.orders o on o.checkout_id = c.id left join funnel.courses course on course.order_id = o.id where c.id = $1`,
    [checkoutId],
  );
  return row ?? {};
}

async function play(scenario: readonly Reported[], order: readonly number[]): Promise<Row> {
  const { checkout, events } = await eventsOf(scenario);
  for (const index of order) await deliver(events[index]!);
  return resultOf(checkout.id);
}

/** Runs `work` for all items, a few at a time. */
async function forAll<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
    }),
  );
}

describe.each(Object.entries(SCENARIOS))('%s', (_, scenario) => {
  const inOrder = scenario.map((_reported, index) => index);

  it(
    'has the same result in any order of arrival, with every event repeated at the end',
    { timeout: 600_000 },
    async () => {
      const expected = await play(scenario, inOrder);
      expect(expected).toMatchObject({ checkout: 'paid', amount_cents: FOUR_WEEKS_CENTS, waiting: 0 });
      await forAll(random.sample(permutations(inOrder), ORDERS), async (order) => {
        expect(await play(scenario, [...order, ...order.toReversed()]), `order ${order.join()}`).toEqual(expected);
      });
    },
  );

  it('has the same result when all events arrive at once, twice', async () => {
    const expected = await play(scenario, inOrder);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { checkout, events } = await eventsOf(scenario);
      await Promise.all([...events, ...events.toReversed()].map(deliver));
      expect(await resultOf(checkout.id)).toEqual(expected);
    }
  });
});
