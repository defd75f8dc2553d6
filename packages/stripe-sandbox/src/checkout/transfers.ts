import type { Stripe } from 'stripe';
import type { PaymentRecord, SessionRecord } from '../store/records.ts';
import { eventOf } from '../webhooks/event.ts';
import type { SandboxContext } from '../context.ts';

/** Returns the payment in its state while a bank transfer is pending. */
export const withTransfer = (
  payment: PaymentRecord,
  transfer: NonNullable<PaymentRecord['transfer']>,
): PaymentRecord => ({
  ...payment,
  object: { ...payment.object, status: 'processing', amount_received: 0 },
  charge: { ...payment.charge, status: 'pending', paid: false },
  transfer,
});

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

/** Completes every transfer that is due. Returns the time of the next one (ms), if any. */
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
