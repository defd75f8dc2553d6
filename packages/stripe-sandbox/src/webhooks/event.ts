import { Stripe } from 'stripe';
import { unixSeconds } from '../clock.ts';
import { newId } from '../ids.ts';
import type { Put } from '../store/records.ts';
import type { SandboxContext } from '../context.ts';

type Subject = {
  'checkout.session.completed': Stripe.Checkout.Session;
  'checkout.session.async_payment_succeeded': Stripe.Checkout.Session;
  'checkout.session.async_payment_failed': Stripe.Checkout.Session;
  'checkout.session.expired': Stripe.Checkout.Session;
  'charge.refunded': Stripe.Charge;
  'charge.refund.updated': Stripe.Refund;
  'refund.failed': Stripe.Refund;
  'charge.dispute.created': Stripe.Dispute;
  'charge.dispute.closed': Stripe.Dispute;
  'charge.dispute.funds_withdrawn': Stripe.Dispute;
  'charge.dispute.funds_reinstated': Stripe.Dispute;
};

export type EventType = keyof Subject;

/** Returns an event, to be committed together with the change that it reports. */
export function eventOf<T extends EventType>(
  context: SandboxContext,
  type: T,
  object: Subject[T],
): Extract<Put, readonly ['event', unknown]> {
  const id = newId('evt');
  const event = {
    id,
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: unixSeconds(context.clock),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  const { copies, delayMs } = context.deliveriesOf(type);
  const delivery = { left: copies, attempts: 0, nextAt: context.clock.now() + delayMs, failed: false };
  return ['event', { id, object: event as Stripe.Event, delivery }];
}
