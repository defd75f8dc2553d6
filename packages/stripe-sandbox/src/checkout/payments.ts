import type { Stripe } from 'stripe';
import { invalid, missing } from '../wire/fault.ts';
import type { SandboxContext } from '../context.ts';

/** A payment intent as answered, with its charge in place of the id when `expand` asks for it. */
export function findPayment(context: SandboxContext, id: string, expand: readonly string[]): Stripe.PaymentIntent {
  const unknown = expand.find((name) => name !== 'latest_charge');
  if (unknown !== undefined) throw invalid(`This property cannot be expanded (${unknown}).`, { param: 'expand' });
  const payment = context.store.get('payment', id);
  if (!payment) throw missing('payment_intent', id, 'intent');
  return expand.length > 0 ? { ...payment.object, latest_charge: payment.charge } : payment.object;
}
