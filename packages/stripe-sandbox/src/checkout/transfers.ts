import type { Stripe } from 'stripe';
import { unixSeconds } from '../clock.ts';
import type { PaymentRecord, SessionRecord } from '../store/records.ts';
import { eventOf } from '../webhooks/event.ts';
import type { SandboxContext } from '../context.ts';
import { newPayment, type Payer } from './payment-objects.ts';
import { customerDetails } from './session-object.ts';
import { withTax } from './tax.ts';

/** Starts a bank transfer: the session is complete, and unpaid until the transfer succeeds. Returns the event's id. */
export function startTransfer(
  context: SandboxContext,
  open: SessionRecord,
  payer: Payer,
  { arrives, at }: { arrives: boolean; at: number },
): string {
  const session = withTax(open, payer.country);
  const payment = newPayment(session, payer, unixSeconds(context.clock));
  const charge: Stripe.Charge = { ...payment.charge, status: 'pending', paid: false };
  const intent: Stripe.PaymentIntent = { ...payment.object, status: 'processing', amount_received: 0 };
  const object: Stripe.Checkout.Session = {
    ...session.object,
    status: 'complete',
    client_secret: null,
    payment_intent: payment.id,
    customer_details: customerDetails(payer.email, payer.name, payer.country),
  };
  const event = eventOf(context, 'checkout.session.completed', object);
  context.store.commit(
    ['payment', { ...payment, object: intent, charge, transfer: { sessionId: session.id, arrives, at } }],
    ['session', { ...session, object }],
    event,
  );
  return event[1].id;
}

const withoutTransfer = ({ id, object, charge }: PaymentRecord): PaymentRecord => ({ id, object, charge });

function arrive(context: SandboxContext, payment: PaymentRecord, session: SessionRecord): void {
  const object: Stripe.Checkout.Session = { ...session.object, payment_status: 'paid' };
  context.store.commit(
    [
      'payment',
      {
        ...withoutTransfer(payment),
        object: { ...payment.object, status: 'succeeded', amount_received: payment.object.amount },
        charge: { ...payment.charge, status: 'succeeded', paid: true },
      },
    ],
    ['session', { ...session, object }],
    eventOf(context, 'checkout.session.async_payment_succeeded', object),
  );
}

function fail(context: SandboxContext, payment: PaymentRecord, session: SessionRecord): void {
  context.store.commit(
    [
      'payment',
      {
        ...withoutTransfer(payment),
        object: { ...payment.object, status: 'requires_payment_method' },
        charge: { ...payment.charge, status: 'failed' },
      },
    ],
    eventOf(context, 'checkout.session.async_payment_failed', session.object),
  );
}

/** Completes every transfer whose time is over. Returns the time of the next one (ms), if any. */
export function completeDueTransfers(context: SandboxContext): number | undefined {
  let next: number | undefined;
  for (const payment of [...context.store.all('payment')]) {
    const { transfer } = payment;
    const session = transfer && context.store.get('session', transfer.sessionId);
    if (!transfer || !session) continue;
    if (transfer.at > context.clock.now()) next = Math.min(next ?? Infinity, transfer.at);
    else (transfer.arrives ? arrive : fail)(context, payment, session);
  }
  return next;
}
