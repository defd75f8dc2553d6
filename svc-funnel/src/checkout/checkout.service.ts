import { Inject, Injectable } from '@nestjs/common';
import { ApiError, type CreateCheckout, type CreatedCheckout } from '@course/contracts';
import type { Logger } from 'pino';
import type { Checkout } from '../generated/prisma/client.ts';
import { PaymentProvider } from '../payments/payment-provider.ts';
import { ProviderError } from '../payments/provider-error.ts';
import { plausibleTime, type Clock } from '../platform/clock.ts';
import type { Env } from '../platform/env.ts';
import { CLOCK, ENV, LOGGER } from '../platform/tokens.ts';
import { SessionsRepository } from '../sessions/sessions.repository.ts';
import { CheckoutsRepository, type Terms } from './checkouts.repository.ts';
import { quoteFor, type Quote } from './quote.ts';
import { CurrentCheckout } from './current-checkout.ts';
import { KeyedLock } from './keyed-lock.ts';

const ATTEMPTS = 3;

/** Opens checkouts: one at a time per session. */
@Injectable()
export class CheckoutService {
  readonly #sessionLock = new KeyedLock();

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly checkouts: CheckoutsRepository,
    private readonly current: CurrentCheckout,
    private readonly provider: PaymentProvider,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Returns the client secret of the session's only open checkout for this quote. `returnOrigin` is the origin that the
   * visitor returns to. Rejects with `session_missing`, `unknown_plan`, `unknown_pricing`, `offer_ended`,
   * `price_changed`, `page_outdated`, `purchase_declined`, `already_paid` or `payment_unavailable`.
   */
  async create(sessionId: string, request: CreateCheckout, returnOrigin: string): Promise<CreatedCheckout> {
    const session = await this.sessions.find(sessionId);
    if (!session) throw new ApiError('session_missing');
    const quote = quoteFor(request, { email: session.email, returnOrigin, now: this.clock().getTime() });
    if (await this.checkouts.hasDisputed(sessionId)) throw new ApiError('purchase_declined');
    try {
      return await this.#sessionLock.run(sessionId, () => this.#open(sessionId, quote, request));
    } catch (error) {
      if (error instanceof ProviderError) throw new ApiError('payment_unavailable', undefined, { cause: error.cause });
      throw error;
    }
  }

  async #open(sessionId: string, quote: Quote, request: CreateCheckout, attempt = 1): Promise<CreatedCheckout> {
    const reusable = await this.current.reuseOrEnd(sessionId, quote);
    if (!request.again && (await this.checkouts.hasBought(sessionId))) throw new ApiError('already_paid');
    const terms = this.#termsOf(request);
    const checkout =
      reusable ??
      (await this.checkouts.insert({
        ...quote,
        ...terms,
        sessionId,
        livemode: this.env.payments.livemode,
        createdAt: this.clock(),
      }));
    if (reusable && terms.termsAcceptedAt) await this.checkouts.keepTerms(reusable.id, terms);
    if (checkout)
      return checkout.clientSecret === null ? this.#start(checkout) : { clientSecret: checkout.clientSecret };
    // Another process was faster. The next attempt finds the checkout that it opened.
    if (attempt >= ATTEMPTS) throw new ApiError('payment_unavailable');
    return this.#open(sessionId, quote, request, attempt + 1);
  }

  async #start(checkout: Checkout): Promise<CreatedCheckout> {
    const opened = await this.#openAtProvider(checkout);
    if (await this.checkouts.markOpen(checkout.id, opened)) return { clientSecret: opened.clientSecret };
    const current = await this.checkouts.get(checkout.id);
    if (current.providerSessionId === opened.providerSessionId && current.clientSecret)
      return { clientSecret: current.clientSecret };
    // Another click ended this checkout meanwhile: it must not be payable in addition to the newer one.
    await this.provider.expire(opened.providerSessionId);
    throw new ApiError('payment_unavailable');
  }

  async #openAtProvider(checkout: Checkout) {
    try {
      return await this.provider.open(checkout);
    } catch (error) {
      // If the provider is unreachable, the row stays as it is: the next click repeats the request with the same key.
      if (error instanceof ProviderError && error.kind !== 'unreachable') {
        this.logger.error({ err: error, checkoutId: checkout.id }, 'the payment provider refused a checkout');
        await this.checkouts.close(checkout.id, 'failed');
      }
      throw error;
    }
  }

  #termsOf({ termsVersion, termsAcceptedAt, askedToBeginAt, timeZone, planVersion }: CreateCheckout): Terms {
    const timeOf = (time: string | undefined) => (time === undefined ? null : plausibleTime(time, this.clock()));
    return {
      termsVersion: termsVersion ?? null,
      termsAcceptedAt: timeOf(termsAcceptedAt),
      askedToBeginAt: timeOf(askedToBeginAt),
      timeZone: timeZone ?? null,
      planVersion: planVersion ?? null,
    };
  }
}
