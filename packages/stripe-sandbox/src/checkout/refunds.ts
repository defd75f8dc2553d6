import type { Stripe } from 'stripe';
import { unixSeconds } from '../clock.ts';
import { newId } from '../ids.ts';
import type { PaymentRecord } from '../store/records.ts';
import { eventOf } from '../webhooks/event.ts';
import { invalid, missing } from '../wire/fault.ts';
import type { RefundParams } from '../wire/payment-params.ts';
import type { SandboxContext } from '../context.ts';
import { findSession } from './sessions.ts';

function paymentFor(context: SandboxContext, { payment_intent: id }: RefundParams): PaymentRecord {
  const payment = context.store.get('payment', id);
  if (!payment) throw missing('payment_intent', id, 'payment_intent');
  return payment;
}

function amountOf({ charge }: PaymentRecord, wanted: number | undefined): number {
  const rest = charge.amount - charge.amount_refunded;
  if (rest === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  if ((wanted ?? rest) > rest) {
    throw invalid(`Refund amount (${wanted ?? rest}) is greater than unrefunded amount on charge (${rest})`, {
      param: 'amount',
    });
  }
  return wanted ?? rest;
}

const refundOf = (
  { id, charge }: PaymentRecord,
  params: RefundParams,
  amount: number,
  created: number,
): Stripe.Refund => ({
  id: newId('re'),
  object: 'refund',
  amount,
  balance_transaction: newId('txn'),
  charge: charge.id,
  created,
  currency: charge.currency,
  customer: null,
  customer_account: null,
  metadata: params.metadata ?? {},
  payment_intent: id,
  payment_method: charge.payment_method,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
});

/** Refunds all, or `amount` cents, of a payment. */
export function createRefund(context: SandboxContext, params: RefundParams): Stripe.Refund {
  const payment = paymentFor(context, params);
  const amount = amountOf(payment, params.amount);
  const object = refundOf(payment, params, amount, unixSeconds(context.clock));
  const refunded = payment.charge.amount_refunded + amount;
  const charge = { ...payment.charge, amount_refunded: refunded, refunded: refunded === payment.charge.amount };
  context.store.commit(
    ['refund', { id: object.id, object }],
    ['payment', { ...payment, charge }],
    eventOf(context, 'charge.refunded', charge),
  );
  return object;
}

/** Makes a session's last refund fail, so that its amount returns to the shop. Returns the refund's id. */
export function failRefund(context: SandboxContext, sessionId: string): string {
  const { payment_intent: intent } = findSession(context, sessionId).object;
  const payment = typeof intent === 'string' ? context.store.get('payment', intent) : undefined;
  const refund = [...context.store.all('refund')]
    .map(({ object }) => object)
    .findLast((one) => one.payment_intent === intent && one.status === 'succeeded');
  if (!payment || !refund) throw invalid('There is no refund that could fail.');
  const object: Stripe.Refund = { ...refund, status: 'failed', failure_reason: 'lost_or_stolen_card' };
  const charge = {
    ...payment.charge,
    amount_refunded: payment.charge.amount_refunded - refund.amount,
    refunded: false,
  };
  context.store.commit(
    ['refund', { id: object.id, object }],
    ['payment', { ...payment, charge }],
    eventOf(context, 'charge.refund.updated', object),
    eventOf(context, 'refund.failed', object),
  );
  return object.id;
}

/** Returns the refund, with its charge in place of the id if `expand` names it. */
export function expandRefund(
  context: SandboxContext,
  refund: Stripe.Refund,
  expand: readonly string[] = [],
): Stripe.Refund {
  const unknown = expand.find((name) => name !== 'charge');
  if (unknown !== undefined) throw invalid(`This property cannot be expanded (${unknown}).`, { param: 'expand' });
  const payment =
    typeof refund.payment_intent === 'string' ? context.store.get('payment', refund.payment_intent) : undefined;
  return expand.length > 0 && payment ? { ...refund, charge: payment.charge } : refund;
}
