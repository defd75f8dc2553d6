import type { Stripe } from 'stripe';
import type { PaymentRecord, SessionRecord } from '../store/records.ts';
import { invalid } from '../wire/stripe-api-error.ts';
import type { SandboxContext } from '../context.ts';
import { paymentOf } from './payment-objects.ts';

const EXPANDABLE = {
  session: ['line_items', 'payment_intent', 'payment_intent.latest_charge'],
  payment: ['latest_charge'],
  refund: ['charge'],
} as const;

/** Throws for properties that cannot be expanded, before anything is changed. */
export function checkExpand(kind: keyof typeof EXPANDABLE, expand: readonly string[] = []): void {
  const unknown = expand.find((name) => !EXPANDABLE[kind].some((known) => known === name));
  if (unknown !== undefined) throw invalid(`This property cannot be expanded (${unknown}).`, { param: 'expand' });
}

const lineItemsOf = ({ id, lineItems }: SessionRecord) => ({
  object: 'list',
  data: lineItems,
  has_more: false,
  url: `/v1/checkout/sessions/${id}/line_items`,
});

/** Returns the payment intent with its charge in place of the id. */
const withCharge = ({ object, charge }: PaymentRecord): Stripe.PaymentIntent => ({ ...object, latest_charge: charge });

/** Returns the session with the objects that `expand` names in place of their ids. */
export function expandSession(context: SandboxContext, record: SessionRecord, expand: readonly string[] = []) {
  const payment = paymentOf(context, record.object);
  const isDeep = expand.includes('payment_intent.latest_charge');
  return {
    ...record.object,
    ...(expand.includes('line_items') && { line_items: lineItemsOf(record) }),
    ...(expand.includes('payment_intent') && { payment_intent: payment?.object ?? null }),
    ...(isDeep && { payment_intent: payment ? withCharge(payment) : null }),
  } as Stripe.Checkout.Session;
}

/** Returns the payment intent, with its charge in place of the id if `expand` names it. */
export const expandPayment = (payment: PaymentRecord, expand: readonly string[] = []): Stripe.PaymentIntent =>
  expand.length > 0 ? withCharge(payment) : payment.object;

/** Returns the refund, with its charge in place of the id if `expand` names it. */
export function expandRefund(
  context: SandboxContext,
  refund: Stripe.Refund,
  expand: readonly string[] = [],
): Stripe.Refund {
  const payment = paymentOf(context, refund);
  return expand.length > 0 && payment ? { ...refund, charge: payment.charge } : refund;
}
