import { Inject, Injectable } from '@nestjs/common';
import { ApiError, type CheckoutState } from '@course/contracts';
import type { Logger } from 'pino';
import type { Checkout } from '../generated/prisma/client.ts';
import { FactsService } from '../payments/facts.service.ts';
import { PaymentProvider, ProviderError } from '../payments/payment-provider.ts';
import { LOGGER } from '../platform/tokens.ts';
import { isSettled, shownStatus } from './checkout-status.ts';
import { CheckoutsRepository } from './checkouts.repository.ts';

/** Tells the return page how a checkout stands. */
@Injectable()
export class CheckoutStateService {
  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly provider: PaymentProvider,
    private readonly facts: FactsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Rejects with `checkout_unknown` for anyone but the browser that opened it. */
  async read(sessionId: string | undefined, providerSessionId: string): Promise<CheckoutState> {
    const checkout = sessionId === undefined ? null : await this.checkouts.findByProviderId(sessionId, providerSessionId);
    if (!checkout) throw new ApiError('checkout_unknown');
    const { status, plan, amountCents, currency } = await this.#upToDate(checkout, providerSessionId);
    return { status: shownStatus(status), plan, amountCents, currency };
  }

  /** The visitor may be back before the webhook is, or the webhook may be lost: then the server asks by itself. */
  async #upToDate(checkout: Checkout, providerSessionId: string): Promise<Checkout> {
    if (isSettled(checkout.status)) return checkout;
    try {
      const fact = await this.provider.look(providerSessionId);
      if (fact) await this.facts.apply(fact);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      this.logger.warn({ err: error.cause, checkoutId: checkout.id }, 'payment look-up failed: answering what is known');
    }
    return this.checkouts.get(checkout.id);
  }
}
