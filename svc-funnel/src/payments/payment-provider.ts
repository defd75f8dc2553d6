import type { CheckoutUpdate } from './checkout-update.ts';
import type { CheckoutOrderForm } from './checkout-params.ts';
import type { RefundUpdate } from './payment-update.ts';

export interface OpenedCheckout {
  readonly providerSessionId: string;
  readonly clientSecret: string;
}

/**
 * `refused`: the provider answered and will answer the same again. `unreachable`: whether it did what was
 * asked is not known, so asking again has to name the same checkout. `failing`: that is not known either, and it answers
 * the same whenever the same checkout is named.
 */
export class ProviderError extends Error {
  constructor(
    readonly kind: 'refused' | 'unreachable' | 'failing',
    cause: unknown,
  ) {
    super(`The payment provider is ${kind}.`, { cause });
    this.name = 'ProviderError';
  }
}

/** What the product asks of a payment provider. Every call rejects with `ProviderError`. */
export abstract class PaymentProvider {
  /** Opens the checkout. Idempotent for the same checkout. */
  abstract open(checkout: CheckoutOrderForm): Promise<OpenedCheckout>;
  /** What became of it; null when the provider has no such checkout. */
  abstract look(providerSessionId: string): Promise<CheckoutUpdate | null>;
  /** Makes it unpayable, unless it was paid before. Returns what became of it. */
  abstract expire(providerSessionId: string): Promise<CheckoutUpdate | null>;
  /**
   * Refunds `amountCents`, all that is left of a payment; idempotent. Returns all that was refunded of it by then, also
   * when it had been refunded before.
   */
  abstract refund(paymentId: string, amountCents: number): Promise<RefundUpdate>;
  /** The event in signed bytes. Throws `invalid_signature` or `invalid_json`. */
  abstract verify(payload: Buffer, signature: string | undefined): unknown;
}
