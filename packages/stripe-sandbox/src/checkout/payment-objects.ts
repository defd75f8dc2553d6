import type { Stripe } from 'stripe';
import { digitsOf, shapeOf } from '../card/number.ts';
import { parseExpiry } from '../card/expiry.ts';
import type { TypedCard } from '../card/check.ts';
import { newId } from '../ids.ts';
import type { PaymentRecord, SessionRecord } from '../store/records.ts';
import { missing } from '../wire/stripe-api-error.ts';
import type { SandboxContext } from '../context.ts';

/** Returns the part of a card that may be stored, the same that Stripe shows. */
function storedCardOf(card: TypedCard) {
  const digits = digitsOf(card.number);
  const expiry = parseExpiry(card.expiry);
  return {
    brand: shapeOf(digits).brand,
    last4: digits.slice(-4),
    exp_month: expiry?.month ?? 0,
    exp_year: expiry?.year ?? 0,
    funding: 'credit',
    country: 'US',
  };
}

export interface Payer {
  email: string | null;
  name: string;
  /** Null unless the session's tax depends on it. */
  country: string | null;
  /** A charge's `payment_method_details`. */
  method: { type: 'card'; card: ReturnType<typeof storedCardOf> } | { type: 'us_bank_account' };
}

export const cardPayer = (contact: Pick<Payer, 'email' | 'country'>, card: TypedCard): Payer => ({
  ...contact,
  name: card.name.trim(),
  method: { type: 'card', card: storedCardOf(card) },
});

function chargeOf(session: SessionRecord, intentId: string, payer: Payer, created: number): Stripe.Charge {
  const amount = session.object.amount_total ?? 0;
  const charge = {
    id: newId('ch'),
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    billing_details: { address: null, email: payer.email, name: payer.name, phone: null, tax_id: null },
    captured: true,
    created,
    currency: session.object.currency ?? '',
    customer: null,
    description: null,
    disputed: false,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: session.intentData.metadata,
    paid: true,
    payment_intent: intentId,
    payment_method: newId('pm'),
    payment_method_details: payer.method,
    receipt_email: null,
    refunded: false,
    status: 'succeeded',
  };
  // Stripe's type also has fields that stay empty without Connect or Radar for Fraud Teams.
  return charge as unknown as Stripe.Charge;
}

function intentOf(charge: Stripe.Charge, id: string, payer: Payer): Stripe.PaymentIntent {
  const intent = {
    id,
    object: 'payment_intent',
    amount: charge.amount,
    amount_capturable: 0,
    amount_received: charge.amount,
    capture_method: 'automatic_async',
    created: charge.created,
    currency: charge.currency,
    customer: null,
    description: charge.description,
    last_payment_error: null,
    latest_charge: charge.id,
    livemode: false,
    metadata: charge.metadata,
    payment_method: charge.payment_method,
    payment_method_types: [payer.method.type],
    receipt_email: payer.email,
    status: 'succeeded',
  };
  return intent as unknown as Stripe.PaymentIntent;
}

/** Returns the payment intent and the charge of a paid session; `created` in seconds. */
export function newPayment(session: SessionRecord, payer: Payer, created: number): PaymentRecord {
  const id = newId('pi');
  const charge = chargeOf(session, id, payer, created);
  return { id, object: intentOf(charge, id, payer), charge };
}

/** Returns the payment of a session or refund, if it has one. */
export const paymentOf = (
  { store }: SandboxContext,
  { payment_intent: intent }: Pick<Stripe.Checkout.Session | Stripe.Refund, 'payment_intent'>,
): PaymentRecord | undefined => (typeof intent === 'string' ? store.get('payment', intent) : undefined);

/** Throws Stripe's 404 about `param` if there is no payment with this id. */
export function findPayment({ store }: SandboxContext, id: string, param: string): PaymentRecord {
  const payment = store.get('payment', id);
  if (!payment) throw missing('payment_intent', id, param);
  return payment;
}
