import type { Db } from '../platform/prisma.ts';
import type { CheckoutUpdate } from './checkout-update.ts';
import type { PaymentUpdate } from './payment-update.ts';

/** What an update changed. `refused`: it does not fit what we know, and a human has to look. */
export type Outcome =
  | { readonly kind: 'applied' | 'ignored'; readonly checkoutId: string; readonly reason?: string }
  /** None of ours, or one whose order does not exist yet. */
  | { readonly kind: 'unknown_checkout'; readonly reason?: string }
  | { readonly kind: 'refused'; readonly checkoutId: string; readonly reason: string };

/**
 * Applies what Stripe reports, inside the transaction that stores the event. Declared here and implemented by orders, so
 * that payments import nothing of them.
 */
export abstract class PaymentHandler {
  abstract applyCheckoutUpdate(db: Db, update: CheckoutUpdate): Promise<Outcome>;
  abstract applyPaymentUpdate(db: Db, update: PaymentUpdate): Promise<Outcome>;
}
