import { Stripe } from 'stripe';
import { withClient } from '@course/ops/postgres/client';
import type { ReceivedMail } from './mail-sink.ts';
import { percentile } from './percentile.ts';

/** Inserts readers whose first lesson is due now, with their sessions, checkouts, orders and courses. */
export const insertDueReaders = (databaseUrl: string, count: number): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into funnel.sessions (id, email, name) select 'session_bench_' || n, 'reader-' || n || '@example.com', 'Reader' from generate_series(1, $1::int) as n`,
      [count],
    );
    await client.query(
      `insert into funnel.checkouts (id, session_id, plan, pricing, amount_cents, currency, return_origin, livemode, status)
       select gen_random_uuid(), id, '4week', 'discounted', 2240, 'usd', 'http://localhost:3000', false, 'paid' from funnel.sessions where id like 'session_bench_%'`,
    );
    await client.query(
      `insert into funnel.orders (id, checkout_id, session_id, email, plan, pricing, amount_cents, currency, status, livemode, paid_at)
       select gen_random_uuid(), checkout.id, session_id, session.email, plan, pricing, amount_cents, currency, 'paid', false, now()
       from funnel.checkouts as checkout join funnel.sessions as session on session.id = session_id where session.id like 'session_bench_%'`,
    );
    await client.query(
      `insert into funnel.courses (order_id, email, name, time_zone, days, week_order, status, next_due_at)
       select id, email, 'Reader', 'UTC', 28, array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 'active', now() from funnel.orders`,
    );
  });

/** Returns whether an address is a reader's, not a buyer's. */
export const isReader = (email: string): boolean => email.startsWith('reader-');

/** The answers from which a buyer's course is planned. */
const ANSWERS = {
  q2: 'future-proof',
  q4: 'very-comfortable',
  q8: 'expert',
  q9: 'daily',
  q10: '["claude","copilot"]',
  q15: '["development","writing"]',
  q19: '["financial-freedom"]',
  q20: '20-min',
};

interface BuyerCheckout {
  readonly id: string;
  readonly email: string;
  readonly providerSessionId: string;
}

/** Inserts open checkouts of visitors who have answered the quiz. */
export const insertOpenCheckouts = (databaseUrl: string, count: number): Promise<readonly BuyerCheckout[]> =>
  withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into funnel.sessions (id, email) select 'session_buyer_' || n, 'buyer-' || n || '@example.com' from generate_series(1, $1::int) as n`,
      [count],
    );
    await client.query(
      `insert into funnel.responses (session_id, question_key, answer_value, updated_at)
       select id, key, value, now() from funnel.sessions, unnest($1::text[], $2::text[]) as answer (key, value) where id like 'session_buyer_%'`,
      [Object.keys(ANSWERS), Object.values(ANSWERS)],
    );
    const { rows } = await client.query<BuyerCheckout>(
      `insert into funnel.checkouts (id, session_id, plan, pricing, amount_cents, currency, return_origin, livemode, status, provider_session_id, client_secret)
       select gen_random_uuid(), id, '4week', 'discounted', 2240, 'usd', 'http://localhost:3000', false, 'open', 'cs_test_' || id, 'secret'
       from funnel.sessions where id like 'session_buyer_%'
       returning id, provider_session_id as "providerSessionId", (select email from funnel.sessions where id = session_id)`,
    );
    return rows;
  });

/** Posts a signed payment event as Stripe does. Returns the time until it was acknowledged, in ms. */
export async function postPayment(
  url: string,
  secret: string,
  { id, email, providerSessionId }: BuyerCheckout,
): Promise<number> {
  const session = {
    id: providerSessionId,
    object: 'checkout.session',
    livemode: false,
    status: 'complete',
    payment_status: 'paid',
    amount_total: 2240,
    currency: 'usd',
    customer_email: null,
    customer_details: { email, name: 'Buyer' },
    metadata: { checkout_id: id },
    payment_intent: `pi_${id}`,
  };
  const event = {
    id: `evt_${id}`,
    object: 'event',
    type: 'checkout.session.completed',
    livemode: false,
    created: Math.floor(Date.now() / 1000),
    data: { object: session },
  };
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  const sentAt = performance.now();
  const response = await fetch(`${url}/api/stripe/webhook`, {
    method: 'POST',
    body: payload,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
  });
  if (!response.ok) throw new Error(`webhook: ${response.status} ${await response.text()}`);
  return performance.now() - sentAt;
}

/** A payment event that was posted: whose, when (ms of this process's clock), and how long the response took. */
export interface Payment {
  readonly email: string;
  readonly paidAt: number;
  readonly responseMs: number;
}

/** Returns how long after each payment its confirmation was received, in ms. Throws if one is missing. */
export const confirmationDelaysMs = (
  payments: readonly Payment[],
  received: readonly ReceivedMail[],
): readonly number[] =>
  payments.map(({ email, paidAt }) => {
    const mail = received.find(({ to }) => to === email);
    if (!mail) throw new Error(`no confirmation to ${email}`);
    return mail.at - paidAt;
  });

export const p99 = (values: readonly number[]): number => percentile(values, 0.99);
