import type { Stripe } from 'stripe';

/** A checkout session as Stripe shows it, and what Stripe keeps to itself. */
export interface SessionRecord {
  id: string;
  object: Stripe.Checkout.Session;
  /** Kept beside the object, which no longer shows it once the session is closed. */
  clientSecret: string;
  lineItems: Stripe.LineItem[];
  intentData: { description: string | null; metadata: Record<string, string>; receiptEmail: string | null };
}

/** A payment that went through. No card number is part of it: only brand and last four digits, as Stripe shows them. */
export interface PaymentRecord {
  id: string;
  object: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  /** A bank transfer under way: whether its money will arrive, and when that is known (ms). */
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

/** `left` deliveries are still owed; the next one is tried at `nextAt` (ms). `left` 0 is done, `failed` given up. */
export interface Delivery {
  left: number;
  attempts: number;
  nextAt: number;
  failed: boolean;
}

/** The first answer given to an idempotency key, and a digest of what was asked. */
export interface AnswerRecord {
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
  answer: AnswerRecord;
  secrets: { id: 'own'; secretKey: string; publishableKey: string; webhookSecret: string };
}

export type Kind = keyof Records;

/** One record to keep, replacing the one of the same kind and id. */
export type Put = { [K in Kind]: readonly [K, Records[K]] }[Kind];
