import { z } from 'zod';

interface AboutPayment {
  /** The provider's id of the payment, as the order keeps it. */
  readonly paymentId: string;
  readonly livemode: boolean;
  /** Of a refund: what was charged. Of a dispute: what is disputed. In cents. */
  readonly amountCents: number;
  readonly currency: string;
}

/** What was given back of a payment so far. */
export interface RefundFact extends AboutPayment {
  readonly kind: 'refund';
  /** All refunds of this payment together, in cents: it only grows. */
  readonly refundedCents: number;
}

/** How a dispute about a payment stands. */
export interface DisputeFact extends AboutPayment {
  readonly kind: 'dispute';
  readonly disputeId: string;
  /** The provider's own word. */
  readonly status: string;
  /** When the provider said so: facts come out of order. */
  readonly toldAt: Date;
}

/** What became of an order's money after it was paid. */
export type MoneyFact = RefundFact | DisputeFact;

const id = z.string().min(1).max(255);
const paymentIn = z.union([id, z.object({ id }).transform((intent) => intent.id)]);

const money = { livemode: z.boolean(), amount: z.int().min(0), currency: z.string().length(3).toLowerCase(), payment_intent: paymentIn.nullish() };

/** What the product reads of the provider's charge and dispute. */
const providerCharge = z.object({ ...money, amount_refunded: z.int().min(0) });
const providerDispute = z.object({ ...money, id, status: z.string().min(1).max(60) });

/** `none`: a charge or dispute without a payment of the kind that this product makes. */
export type MoneyReading = MoneyFact | 'none' | 'unreadable';

/** Reads a charge, of an event or of an answer. Pure. */
export function refundFactOf(object: unknown): RefundFact | 'none' | 'unreadable' {
  const charge = providerCharge.safeParse(object);
  if (!charge.success) return 'unreadable';
  const { livemode, amount, currency, payment_intent: paymentId, amount_refunded: refundedCents } = charge.data;
  return paymentId ? { kind: 'refund', paymentId, livemode, amountCents: amount, currency, refundedCents } : 'none';
}

/** Reads a dispute of an event that was made at `toldAt`. Pure. */
export function disputeFactOf(object: unknown, toldAt: Date): DisputeFact | 'none' | 'unreadable' {
  const dispute = providerDispute.safeParse(object);
  if (!dispute.success) return 'unreadable';
  const { id: disputeId, livemode, amount, currency, payment_intent: paymentId, status } = dispute.data;
  return paymentId ? { kind: 'dispute', disputeId, paymentId, livemode, amountCents: amount, currency, status, toldAt } : 'none';
}
