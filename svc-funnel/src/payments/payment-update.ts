import { z } from 'zod';

interface AboutPayment {
  /** The provider's id of the payment, as stored with the order. */
  readonly paymentId: string;
  readonly livemode: boolean;
  /** The amount that was charged, whose refund failed, or that is disputed, in the currency's smallest unit. */
  readonly amountCents: number;
  readonly currency: string;
  /** When the provider reported it: updates arrive out of order. */
  readonly providerEventAt: Date;
}

/** What was refunded of a payment so far. */
export interface RefundUpdate extends AboutPayment {
  readonly kind: 'refund';
  /** All refunds of this payment together, in cents. */
  readonly refundedCents: number;
}

/** The refund failed, perhaps days later, and the amount was returned to our balance. */
export interface FailedRefundUpdate extends AboutPayment {
  readonly kind: 'failed_refund';
  readonly refundId: string;
}

/** The state of a dispute about a payment. */
export interface DisputeUpdate extends AboutPayment {
  readonly kind: 'dispute';
  readonly disputeId: string;
  /** The provider's own status. */
  readonly status: string;
}

/** What happened to a payment after it was made. */
export type PaymentUpdate = RefundUpdate | FailedRefundUpdate | DisputeUpdate;

const id = z.string().min(1).max(255);
const paymentIn = z.union([id, z.object({ id }).transform((intent) => intent.id)]);

const money = {
  livemode: z.boolean(),
  amount: z.int().min(0),
  currency: z.string().length(3).toLowerCase(),
  payment_intent: paymentIn.nullish(),
};

/** The parts of the provider's charge, refund and dispute that the product reads. A refund has no livemode. */
const providerCharge = z.object({ ...money, amount_refunded: z.int().min(0) });
const providerRefund = z.object({
  amount: money.amount,
  currency: money.currency,
  payment_intent: money.payment_intent,
  id,
  status: z.string().nullish(),
});
const providerDispute = z.object({ ...money, id, status: z.string().min(1).max(60) });

/** States of a refund whose amount is back in our balance. */
const FAILED = new Set(['failed', 'canceled']);

/** `none`: nothing that changes an order, or about a payment of a kind that this product does not make. */
export type PaymentReading = PaymentUpdate | 'none' | 'unreadable';

/** Reads a charge from an event or a response of `providerEventAt`. Pure. */
export function refundUpdateOf(object: unknown, providerEventAt: Date): RefundUpdate | 'none' | 'unreadable' {
  const charge = providerCharge.safeParse(object);
  if (!charge.success) return 'unreadable';
  const { livemode, amount, currency, payment_intent: paymentId, amount_refunded: refundedCents } = charge.data;
  return paymentId
    ? { kind: 'refund', paymentId, livemode, amountCents: amount, currency, refundedCents, providerEventAt }
    : 'none';
}

/** Reads a refund from an event of `providerEventAt` in the given mode: only a failure is an update. Pure. */
export function failedRefundUpdateOf(
  object: unknown,
  { livemode, providerEventAt }: Pick<FailedRefundUpdate, 'livemode' | 'providerEventAt'>,
): FailedRefundUpdate | 'none' | 'unreadable' {
  const refund = providerRefund.safeParse(object);
  if (!refund.success) return 'unreadable';
  const { id: refundId, amount: amountCents, currency, payment_intent: paymentId, status } = refund.data;
  return paymentId && FAILED.has(status ?? '')
    ? { kind: 'failed_refund', refundId, paymentId, livemode, amountCents, currency, providerEventAt }
    : 'none';
}

/** Reads a dispute from an event of `providerEventAt`. Pure. */
export function disputeUpdateOf(object: unknown, providerEventAt: Date): DisputeUpdate | 'none' | 'unreadable' {
  const dispute = providerDispute.safeParse(object);
  if (!dispute.success) return 'unreadable';
  const { id: disputeId, livemode, amount, currency, payment_intent: paymentId, status } = dispute.data;
  return paymentId
    ? { kind: 'dispute', disputeId, paymentId, livemode, amountCents: amount, currency, status, providerEventAt }
    : 'none';
}
