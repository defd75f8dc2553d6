import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../platform/clock.ts';
import { CLOCK } from '../platform/tokens.ts';
import type { Checkout } from '../generated/prisma/client.ts';
import type { CheckoutUpdate } from '../payments/checkout-update.ts';
import { PaymentUpdates } from '../orders/payment-updates.service.ts';
import { PaymentProvider } from '../payments/payment-provider.ts';
import { CheckoutsRepository } from './checkouts.repository.ts';
import { isSameQuote, type Quote } from './quote.ts';

// Stripe keeps idempotency keys for a day; an answer that old would describe a session long changed.
export const CREATING_MAX_MS = 3_600_000;

/** What a session's open checkout, if there is one, means for a new click. */
@Injectable()
export class CurrentCheckout {
  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly provider: PaymentProvider,
    private readonly paymentUpdates: PaymentUpdates,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The open checkout when it fits the quote and can still be paid; anything else is brought to its end. */
  async reuseOrEnd(sessionId: string, quote: Quote): Promise<Checkout | null> {
    const current = await this.checkouts.findPayable(sessionId);
    if (!current) return null;
    const fits = isSameQuote(current, quote);
    const usable =
      current.providerSessionId === null
        ? await this.#keepUnanswered(current, fits)
        : await this.#keepOpen(current, current.providerSessionId, fits);
    return usable ? current : null;
  }

  /** A row without the provider's answer: the same request again has the same result. */
  async #keepUnanswered(current: Checkout, fits: boolean): Promise<boolean> {
    const age = this.clock().getTime() - current.createdAt.getTime();
    if (fits && age < CREATING_MAX_MS) return true;
    await this.checkouts.close(current.id, 'failed');
    return false;
  }

  async #keepOpen(current: Checkout, providerSessionId: string, fits: boolean): Promise<boolean> {
    const update = fits ? await this.provider.look(providerSessionId) : await this.provider.expire(providerSessionId);
    if (update?.kind === 'open') return fits;
    await this.#end(current, update);
    return false;
  }

  async #end(current: Checkout, update: CheckoutUpdate | null): Promise<void> {
    if (!update) return this.checkouts.close(current.id, 'expired');
    const outcome = await this.paymentUpdates.apply(update);
    // Whatever the provider's session is, it is not the one that this row asked for.
    if (outcome.kind === 'refused' || outcome.kind === 'unknown_checkout')
      await this.checkouts.close(current.id, 'failed');
  }
}
