import { randomBytes } from 'node:crypto';
import { Stripe } from 'stripe';
import { Browser, type Answer, untilTaken } from './browser.ts';
import { query, type Row } from './database.ts';
import { FOUR_WEEKS_CENTS } from './prices.ts';

export interface OpenCheckout {
  readonly id: string;
  readonly providerSessionId: string;
}

/** Inserts an open checkout without calling a provider. */
export async function anOpenCheckout(sessionId: string, overrides: Row = {}): Promise<OpenCheckout> {
  const id = crypto.randomUUID();
  const providerSessionId = `cs_test_${randomBytes(12).toString('hex')}`;
  const row = {
    id,
    session_id: sessionId,
    plan: '4week',
    pricing: 'discounted',
    amount_cents: FOUR_WEEKS_CENTS,
    currency: 'usd',
    return_origin: 'http://localhost:3000',
    livemode: false,
    status: 'open',
    provider_session_id: providerSessionId,
    client_secret: `${providerSessionId}_secret_x`,
    ...overrides,
  };
  const names = Object.keys(row);
  await query(
    `insert into funnel.checkouts (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
  return { id, providerSessionId };
}

/**
 * A paid session, as in `checkout.session.completed`, that was opened with an address: the form did not ask for one.
 */
export const aSessionObject = ({ id, providerSessionId }: OpenCheckout, overrides: Row = {}): Row => ({
  id: providerSessionId,
  object: 'checkout.session',
  livemode: false,
  status: 'complete',
  payment_status: 'paid',
  amount_total: FOUR_WEEKS_CENTS,
  currency: 'usd',
  customer_email: `opened-${id}@example.com`,
  customer_details: { email: `opened-${id}@example.com`, name: 'Anna' },
  metadata: { checkout_id: id },
  payment_intent: `pi_${randomBytes(8).toString('hex')}`,
  ...overrides,
});

/** Overrides for a session whose form asked for the address, and in which this one was typed. */
export const typed = (email: string): Row => ({ customer_email: null, customer_details: { email, name: 'Anna' } });

export const anEvent = (object: unknown, overrides: Row = {}): Row => ({
  id: `evt_${randomBytes(12).toString('hex')}`,
  object: 'event',
  type: 'checkout.session.completed',
  livemode: false,
  created: Math.floor(Date.now() / 1000),
  data: { object },
  ...overrides,
});

interface Signing {
  readonly secret: string;
  /** Seconds. */
  readonly timestamp?: number;
}

export const signatureOf = (payload: string, { secret, timestamp }: Signing): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, ...(timestamp !== undefined && { timestamp }) });

/** Posts an event as the provider does. */
export function deliver(url: string, event: unknown, signing: Signing): Promise<Answer> {
  const payload = typeof event === 'string' ? event : JSON.stringify(event);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signatureOf(payload, signing),
  };
  return new Browser(url).send('POST', '/api/stripe/webhook', { body: payload, headers });
}

/** A charge of 22.40, as in `charge.refunded`: nothing is refunded unless the overrides say so. */
export const aCharge = (paymentId: unknown, overrides: Row = {}): Row => ({
  id: `ch_${randomBytes(8).toString('hex')}`,
  object: 'charge',
  livemode: false,
  amount: FOUR_WEEKS_CENTS,
  amount_refunded: 0,
  currency: 'usd',
  payment_intent: paymentId,
  ...overrides,
});

/** A refund of 22.40 that failed, as in `refund.failed`. */
export const aFailedRefund = (paymentId: unknown, overrides: Row = {}): Row => ({
  id: `re_${randomBytes(8).toString('hex')}`,
  object: 'refund',
  amount: FOUR_WEEKS_CENTS,
  currency: 'usd',
  payment_intent: paymentId,
  status: 'failed',
  failure_reason: 'lost_or_stolen_card',
  ...overrides,
});

export const aDispute = (paymentId: unknown, overrides: Row = {}): Row => ({
  id: `du_${randomBytes(8).toString('hex')}`,
  object: 'dispute',
  livemode: false,
  amount: FOUR_WEEKS_CENTS,
  currency: 'usd',
  payment_intent: paymentId,
  status: 'needs_response',
  ...overrides,
});

/** Posts an event, and repeats it while the service cannot accept it, as the provider does. */
export const deliverUntilTaken = (url: string, event: unknown, signing: Signing): Promise<Answer> =>
  untilTaken(() => deliver(url, event, signing));
