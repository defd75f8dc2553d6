import type { Stripe } from 'stripe';
import { unixSeconds } from '../clock.ts';
import { newId } from '../ids.ts';
import type { PaymentRecord } from '../store/records.ts';
import { eventOf } from '../webhooks/event.ts';
import { invalid } from '../wire/stripe-api-error.ts';
import type { RefundParams } from '../wire/payment-params.ts';
import type { SandboxContext } from '../context.ts';
import { findPayment, paymentOf } from './payment-objects.ts';
import { findSession } from './sessions.ts';

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
  const payment = findPayment(context, params.payment_intent, 'payment_intent');
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
  const payment = paymentOf(context, findSession(context, sessionId).object);
  const refund = [...context.store.all('refund')]
    .map(({ object }) => object)
    .findLast(({ payment_intent, status }) => payment_intent === payment?.id && status === 'succeeded');
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
