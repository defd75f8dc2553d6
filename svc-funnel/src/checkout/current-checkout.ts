import { Inject, Injectable } from '@nestjs/common';
import { HOUR_MS, type Clock } from '../platform/clock.ts';
import { CLOCK } from '../platform/tokens.ts';
import type { Checkout } from '../generated/prisma/client.ts';
import type { CheckoutUpdate } from '../payments/checkout-update.ts';
import { PaymentUpdatesService } from '../orders/payment-updates.service.ts';
import { PaymentProvider } from '../payments/payment-provider.ts';
import { CheckoutsRepository } from './checkouts.repository.ts';
import { isSameQuote, type Quote } from './quote.ts';

// Stripe keeps idempotency keys for a day, but a response that old would describe an outdated session.
export const CREATING_MAX_MS = HOUR_MS;

/** Decides whether a new click can reuse the session's open checkout. */
@Injectable()
export class CurrentCheckout {
  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly provider: PaymentProvider,
    private readonly paymentUpdates: PaymentUpdatesService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns the open checkout if it matches the quote and can still be paid; ends any other one. */
  async reuseOrEnd(sessionId: string, quote: Quote): Promise<Checkout | null> {
    const current = await this.checkouts.findPayable(sessionId);
    if (!current) return null;
    const matches = isSameQuote(current, quote);
    const usable =
      current.providerSessionId === null
        ? await this.#keepUnanswered(current, matches)
        : await this.#keepOpen(current, current.providerSessionId, matches);
    return usable ? current : null;
  }

  /** Keeps a row without the provider's response if it matches: repeating the same request has the same result. */
  async #keepUnanswered(current: Checkout, matches: boolean): Promise<boolean> {
    const age = this.clock().getTime() - current.createdAt.getTime();
    if (matches && age < CREATING_MAX_MS) return true;
    await this.checkouts.close(current.id, 'failed');
    return false;
  }

  async #keepOpen(current: Checkout, providerSessionId: string, matches: boolean): Promise<boolean> {
    const { provider } = this;
    const update = matches ? await provider.retrieve(providerSessionId) : await provider.expire(providerSessionId);
    if (update?.kind === 'open') return matches;
    await this.#end(current, update);
    return false;
  }

  async #end(current: Checkout, update: CheckoutUpdate | null): Promise<void> {
    if (!update) return this.checkouts.close(current.id, 'expired');
    const outcome = await this.paymentUpdates.apply(update);
    // The provider's session is not the one that this row requested.
    if (outcome.kind === 'refused' || outcome.kind === 'unknown_checkout')
      await this.checkouts.close(current.id, 'failed');
  }
}
