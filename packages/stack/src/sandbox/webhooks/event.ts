import { Stripe } from 'stripe';
import { seconds } from '../clock.ts';
import { newId } from '../ids.ts';
import type { Put } from '../store/records.ts';
import type { World } from '../world.ts';

type Subject = {
  'checkout.session.completed': Stripe.Checkout.Session;
  'checkout.session.expired': Stripe.Checkout.Session;
  'charge.refunded': Stripe.Charge;
};

export type EventType = keyof Subject;

/** The event to commit in the same step as the change that it tells of. */
export function eventOf<T extends EventType>(world: World, type: T, object: Subject[T]): Extract<Put, readonly ['event', unknown]> {
  const id = newId('evt');
  const event = {
    id,
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: seconds(world.clock),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  const delivery = { left: world.deliveriesOf(type), attempts: 0, nextAt: world.clock.now(), failed: false };
  return ['event', { id, object: event as Stripe.Event, delivery }];
}
