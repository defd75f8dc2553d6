import { text } from '@course/contracts';
import { z } from 'zod';
import { factOf, type CheckoutFact } from './checkout-fact.ts';
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

const HANDLED = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
]);

/** `fact`: to be applied. `none`: a type that is stored and ignored. `unreadable`: a handled type without a session in it. */
export type Translation = { readonly is: 'fact'; readonly fact: CheckoutFact } | { readonly is: 'none' } | { readonly is: 'unreadable' };

/** Pure translation of a verified event. */
export function translate(event: PaymentEvent): Translation {
  if (!HANDLED.has(event.type)) return { is: 'none' };
  const session = providerSession.safeParse(event.data.object);
  if (!session.success) return { is: 'unreadable' };
  // The envelope's word counts as much as the session's: a disagreement of the two is a mismatch later on.
  const fact = factOf(session.data, event.type);
  return { is: 'fact', fact: { ...fact, livemode: event.livemode } };
}
