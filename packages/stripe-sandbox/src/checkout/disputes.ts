import type { Stripe } from 'stripe';
import { unixSeconds } from '../clock.ts';
import { newId } from '../ids.ts';
import type { DisputeRecord, PaymentRecord } from '../store/records.ts';
import { eventOf } from '../webhooks/event.ts';
import { invalid, missing } from '../wire/stripe-api-error.ts';
import type { SandboxContext } from '../context.ts';
import { paymentOf } from './payment-objects.ts';
import { findSession } from './sessions.ts';

function disputeOf({ id, charge }: PaymentRecord, created: number): Stripe.Dispute {
  const dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence: {},
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: id,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  // Stripe's type also has evidence and deadlines, which the shop does not read.
  return dispute as unknown as Stripe.Dispute;
}

/** Opens a dispute: the bank withdraws the payment. */
export function openDispute(context: SandboxContext, payment: PaymentRecord): Stripe.Dispute {
  if (payment.charge.disputed) throw invalid('This charge has already been disputed.');
  const object = disputeOf(payment, unixSeconds(context.clock));
  context.store.commit(
    ['dispute', { id: object.id, object }],
    ['payment', { ...payment, charge: { ...payment.charge, disputed: true } }],
    eventOf(context, 'charge.dispute.created', object),
    eventOf(context, 'charge.dispute.funds_withdrawn', object),
  );
  return object;
}

/** Opens a dispute about the payment of a session. */
export function disputeSession(context: SandboxContext, sessionId: string): Stripe.Dispute {
  const payment = paymentOf(context, findSession(context, sessionId).object);
  if (!payment) throw invalid('There is no payment to dispute.');
  return openDispute(context, payment);
}

function findDispute(context: SandboxContext, id: string): DisputeRecord {
  const record = context.store.get('dispute', id);
  if (!record) throw missing('dispute', id, 'dispute');
  return record;
}

/** Closes a dispute. If it is won, the funds are reinstated. */
export function closeDispute(context: SandboxContext, id: string, status: 'won' | 'lost'): Stripe.Dispute {
  const { object } = findDispute(context, id);
  if (object.status !== 'needs_response') throw invalid('This dispute is already closed.');
  const closed: Stripe.Dispute = { ...object, status };
  const events = [
    eventOf(context, 'charge.dispute.closed', closed),
    ...(status === 'won' ? [eventOf(context, 'charge.dispute.funds_reinstated', closed)] : []),
  ];
  context.store.commit(['dispute', { id, object: closed }], ...events);
  return closed;
}
