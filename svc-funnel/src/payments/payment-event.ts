import { text } from '@course/contracts';
import { z } from 'zod';
import { factOf, type CheckoutUpdate } from './checkout-update.ts';
import {
  disputeFactOf,
  failedRefundFactOf,
  refundFactOf,
  type PaymentUpdate,
  type MoneyReading,
} from './payment-update.ts';
import { providerSession } from './provider-session.ts';

/** The envelope of every event. */
export const paymentEvent = z.object({
  id: text(255),
  type: text(255),
  livemode: z.boolean(),
  // Until the year 9999, in seconds.
  created: z.int().min(0).max(253_402_300_799),
  data: z.object({ object: z.unknown() }),
});

export type PaymentEvent = z.infer<typeof paymentEvent>;

const CHECKOUT_TYPES = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
]);

const DISPUTE_TYPES = new Set([
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]);

/**
 * `fact`: about a checkout. `money`: about a payment after it was made. `none`: stored and ignored.
 * `unreadable`: a handled type without what it has to hold.
 */
export type Translation =
  | { readonly is: 'fact'; readonly fact: CheckoutUpdate }
  | { readonly is: 'money'; readonly fact: PaymentUpdate }
  | { readonly is: 'none' }
  | { readonly is: 'unreadable' };

const aboutCheckout = ({ type, data }: PaymentEvent): CheckoutUpdate | 'unreadable' => {
  const session = providerSession.safeParse(data.object);
  return session.success ? factOf(session.data, type) : 'unreadable';
};

/** All tell of one refund; which of them an endpoint gets depends on its API version and settings. */
const REFUND_TYPES = new Set(['refund.failed', 'refund.updated', 'charge.refund.updated']);

const moneyIn = ({ type, livemode, created, data: { object } }: PaymentEvent): MoneyReading => {
  const toldAt = new Date(created * 1000);
  if (type === 'charge.refunded') return refundFactOf(object, toldAt);
  if (REFUND_TYPES.has(type)) return failedRefundFactOf(object, { livemode, toldAt });
  return DISPUTE_TYPES.has(type) ? disputeFactOf(object, toldAt) : 'none';
};

/** Pure translation of a verified event. The envelope's mode counts: a disagreement is a mismatch later on. */
export function translate(event: PaymentEvent): Translation {
  const { livemode } = event;
  if (CHECKOUT_TYPES.has(event.type)) {
    const fact = aboutCheckout(event);
    return fact === 'unreadable' ? { is: fact } : { is: 'fact', fact: { ...fact, livemode } };
  }
  const fact = moneyIn(event);
  return typeof fact === 'string' ? { is: fact } : { is: 'money', fact: { ...fact, livemode } };
}

/** The same of an event that was stored. */
export const translateStored = (payload: string): Translation => translate(paymentEvent.parse(JSON.parse(payload)));
