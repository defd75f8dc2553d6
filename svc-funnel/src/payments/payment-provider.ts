import { ApiError } from '@course/contracts';
import { Metrics } from '@course/service-kit';
import { Inject, Injectable, Module } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Stripe } from 'stripe';
import { systemClock } from '../platform/clock.ts';
import type { Env, PaymentKeys } from '../platform/env.ts';
import { ENV } from '../platform/tokens.ts';
import { type StoredQuote, checkoutParams } from './checkout-params.ts';
import { type CheckoutUpdate, checkoutUpdateOf, providerSession } from './checkout-update.ts';
import { refundUpdateOf, type RefundUpdate } from './payment-update.ts';
import { isEmailRefusal, isGone, isRefundedAlready, ProviderError, toProviderError } from './provider-error.ts';

export interface OpenedCheckout {
  readonly providerSessionId: string;
  readonly clientSecret: string;
}

// A visitor is waiting behind a disabled button. Creating a session takes Stripe well under a second; two
// attempts of 8 s with a pause stay below the edge's own limit, and idempotency keys make the second safe.
const TIMEOUT_MS = 8000;
const RETRIES = 1;

const addressOf = (base: URL): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> => {
  const protocol = base.protocol === 'http:' ? 'http' : 'https';
  return { protocol, host: base.hostname, port: base.port || (protocol === 'http' ? 80 : 443) };
};

export const createStripe = ({ secretKey, apiBase }: PaymentKeys): Stripe =>
  new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(apiBase && addressOf(apiBase)),
  });

const EXPAND = { expand: ['payment_intent'] };

/** Returns a handler that maps a certain error to null and rethrows all others. */
const nullIf =
  (isExpected: (error: unknown) => boolean) =>
  (error: unknown): null => {
    if (isExpected(error)) return null;
    throw error;
  };

/**
 * The product's few calls to Stripe, or to a server that speaks its wire format at STRIPE_API_BASE. All of them reject
 * with `ProviderError`.
 */
@Injectable()
export class PaymentProvider {
  readonly #stripe: Stripe;
  readonly #failures: Counter<'call'>;

  constructor(
    @Inject(ENV) private readonly env: Env,
    metrics: Metrics,
  ) {
    this.#stripe = createStripe(env.payments);
    this.#failures = new Counter({
      name: 'funnel_payment_provider_failures_total',
      help: 'Calls to the payment provider that failed.',
      labelNames: ['call'],
      registers: [metrics.registry],
    });
  }

  /** Opens the checkout. Idempotent for the same checkout. */
  async open(checkout: StoredQuote): Promise<OpenedCheckout> {
    const session = await this.#call('open', () => this.#create(checkout));
    if (!session.client_secret) throw new ProviderError('refused', new Error('no client secret'));
    return { providerSessionId: session.id, clientSecret: session.client_secret };
  }

  /** Returns the state of the checkout; null if the provider has no such checkout. */
  async retrieve(id: string): Promise<CheckoutUpdate | null> {
    const { sessions } = this.#stripe.checkout;
    return this.#update(await this.#call('look', () => sessions.retrieve(id, EXPAND).catch(nullIf(isGone))));
  }

  /** Expires the checkout, unless it was paid before. Returns its state; null if the provider has no such checkout. */
  async expire(id: string): Promise<CheckoutUpdate | null> {
    const { sessions } = this.#stripe.checkout;
    try {
      return this.#update(await this.#call('expire', () => sessions.expire(id).catch(nullIf(isGone))));
    } catch (error) {
      // Stripe refuses to expire a session that is no longer open; a look-up returns its state.
      if (error instanceof ProviderError && error.kind !== 'unreachable') return this.retrieve(id);
      throw error;
    }
  }

  /**
   * Refunds `amountCents`, the rest of a payment. Idempotent. Returns the total refunded of it, even if it had been
   * refunded before.
   */
  async refund(paymentId: string, amountCents: number): Promise<RefundUpdate> {
    const params = { payment_intent: paymentId, amount: amountCents, expand: ['charge'] };
    // Each call has a new idempotency key from the SDK: one of ours would get its first response again, even a failure.
    // Stripe never refunds more than was paid, so the rest can be requested again.
    const refund = await this.#call('refund', () =>
      this.#stripe.refunds.create(params).catch(nullIf(isRefundedAlready)),
    );
    const update = refund
      ? refundUpdateOf(refund.charge, new Date(refund.created * 1000))
      : await this.#refunded(paymentId);
    if (typeof update === 'string' || refund?.status === 'failed')
      throw new ProviderError('refused', new Error('the refund failed'));
    return update;
  }

  /** Returns the event in signed bytes. Throws `invalid_signature` or `invalid_json`. */
  verify(payload: Buffer, signature: string | undefined): unknown {
    try {
      const { webhookSecret } = this.env.payments;
      // Compares with the real time, which the provider signs with even while the sandbox's clock is ahead.
      return this.#stripe.webhooks.constructEvent(payload, signature ?? '', webhookSecret);
    } catch (error) {
      const forged = error instanceof Stripe.errors.StripeSignatureVerificationError;
      throw new ApiError(forged ? 'invalid_signature' : 'invalid_json', undefined, { cause: error });
    }
  }

  /** If Stripe does not accept an address that the browser accepted (`a@b`), the form asks for one itself. */
  async #create(checkout: StoredQuote): Promise<Stripe.Checkout.Session> {
    const { sessions } = this.#stripe.checkout;
    try {
      return await sessions.create(checkoutParams(checkout), { idempotencyKey: `checkout-${checkout.id}` });
    } catch (error) {
      if (!isEmailRefusal(error)) throw error;
      return sessions.create(checkoutParams({ ...checkout, email: null }), {
        idempotencyKey: `checkout-${checkout.id}-no-email`,
      });
    }
  }

  /** Returns the total refunded of a payment, read from the payment itself. */
  async #refunded(paymentId: string): Promise<RefundUpdate | 'none' | 'unreadable'> {
    const intent = await this.#call('look', () =>
      this.#stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }),
    );
    return refundUpdateOf(intent.latest_charge, systemClock());
  }

  /** Counts a failed request and rejects with `ProviderError`. */
  async #call<Answer>(call: string, request: () => Promise<Answer>): Promise<Answer> {
    try {
      return await request();
    } catch (error) {
      this.#failures.inc({ call });
      throw toProviderError(error);
    }
  }

  #update(answer: Stripe.Checkout.Session | null): CheckoutUpdate | null {
    if (!answer) return null;
    const session = providerSession.safeParse(answer);
    if (!session.success) throw new ProviderError('refused', new Error('unreadable session'));
    return checkoutUpdateOf(session.data);
  }
}

/** Calls Stripe. What a checkout sells comes from the product's catalogue. */
@Module({ providers: [PaymentProvider], exports: [PaymentProvider] })
export class PaymentsModule {}
