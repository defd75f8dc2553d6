import { text } from '@course/contracts';
import { z } from 'zod';
import { type CheckoutUpdate, checkoutUpdateOf, providerSession } from './checkout-update.ts';
import {
  disputeUpdateOf,
  failedRefundUpdateOf,
  type PaymentReading,
  type PaymentUpdate,
  refundUpdateOf,
} from './payment-update.ts';

/** The envelope of every event. */
export const paymentEvent = z.object({
  id: text(255),
  type: text(255),
  livemode: z.boolean(),
  // Until the year 9999, in seconds.
  created: z.int().min(0).max(253_402_300_799),
  data: z.object({ object: z.unknown() }),
});

export type ProviderEvent = z.infer<typeof paymentEvent>;

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
 * `checkout`: about a checkout. `payment`: about a payment after it was made. `none`: stored and ignored.
 * `unreadable`: a handled type without the fields that it has to have.
 */
export type Translation =
  | { readonly kind: 'checkout'; readonly update: CheckoutUpdate }
  | { readonly kind: 'payment'; readonly update: PaymentUpdate }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' };

const aboutCheckout = ({ type, data }: ProviderEvent): CheckoutUpdate | 'unreadable' => {
  const session = providerSession.safeParse(data.object);
  return session.success ? checkoutUpdateOf(session.data, type) : 'unreadable';
};

/** All of them report the same refund; which ones an endpoint gets depends on its API version and settings. */
const REFUND_TYPES = new Set(['refund.failed', 'refund.updated', 'charge.refund.updated']);

/** The events that the owner has to select for the endpoint in Stripe's dashboard. */
export const HANDLED_TYPES: readonly string[] = [
  ...CHECKOUT_TYPES,
  'charge.refunded',
  ...REFUND_TYPES,
  ...DISPUTE_TYPES,
];

const aboutPayment = ({ type, livemode, created, data: { object } }: ProviderEvent): PaymentReading => {
  const providerEventAt = new Date(created * 1000);
  if (type === 'charge.refunded') return refundUpdateOf(object, providerEventAt);
  if (REFUND_TYPES.has(type)) return failedRefundUpdateOf(object, { livemode, providerEventAt });
  return DISPUTE_TYPES.has(type) ? disputeUpdateOf(object, providerEventAt) : 'none';
};

/**
 * Translates a verified event. Pure. The envelope's mode counts; one that differs from the order's is refused later.
 */
export function translate(event: ProviderEvent): Translation {
  const { livemode } = event;
  if (CHECKOUT_TYPES.has(event.type)) {
    const update = aboutCheckout(event);
    return update === 'unreadable' ? { kind: update } : { kind: 'checkout', update: { ...update, livemode } };
  }
  const update = aboutPayment(event);
  return typeof update === 'string' ? { kind: update } : { kind: 'payment', update: { ...update, livemode } };
}

/** Translates a stored event. */
export const translateStored = (payload: string): Translation => translate(paymentEvent.parse(JSON.parse(payload)));
