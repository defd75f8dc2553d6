import type { Stripe } from 'stripe';

/** A checkout session as Stripe returns it, with internal data. */
export interface SessionRecord {
  id: string;
  object: Stripe.Checkout.Session;
  /** Stored separately, because a closed session's object no longer contains it. */
  clientSecret: string;
  lineItems: Stripe.LineItem[];
  intentData: { metadata: Record<string, string> };
}

/** A payment. It contains a card's brand and last four digits only, as Stripe's objects do. */
export interface PaymentRecord {
  id: string;
  object: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  /** A pending bank transfer: its future outcome, and the time of it (ms). */
  transfer?: { sessionId: string; arrives: boolean; at: number };
}

export interface DisputeRecord {
  id: string;
  object: Stripe.Dispute;
}

export interface RefundRecord {
  id: string;
  object: Stripe.Refund;
}

export interface EventRecord {
  id: string;
  object: Stripe.Event;
  delivery: Delivery;
}

/** `left` deliveries remain, the next one at `nextAt` (ms). With `left` 0 the event is delivered, or given up if `failed`. */
export interface Delivery {
  left: number;
  attempts: number;
  nextAt: number;
  failed: boolean;
}

/** The first response to an idempotency key, and a digest of its request. */
export interface IdempotencyRecord {
  id: string;
  endpoint: string;
  digest: string;
  at: number;
  status: number;
  body: unknown;
}

export interface Records {
  session: SessionRecord;
  payment: PaymentRecord;
  refund: RefundRecord;
  dispute: DisputeRecord;
  event: EventRecord;
  idempotency: IdempotencyRecord;
}

export type Kind = keyof Records;

/** A record to store in place of the one of the same kind and id. */
export type Put = { [K in Kind]: readonly [K, Records[K]] }[Kind];
