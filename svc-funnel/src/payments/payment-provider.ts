import { ApiError } from '@course/contracts';
import { Metrics } from '@course/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Stripe } from 'stripe';
import { systemClock } from '../platform/clock.ts';
import type { Env, PaymentKeys } from '../platform/env.ts';
import { ENV } from '../platform/tokens.ts';
import { type CheckoutOrderForm, checkoutParams } from './checkout-params.ts';
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

/** Stripe's own default: an older signature is a replay. */
const TOLERANCE_SECONDS = 300;
const EXPAND = { expand: ['payment_intent'] };

/**
 * The product's few calls to Stripe, or to whatever speaks its wire format at STRIPE_API_BASE. Every one rejects with
 * `ProviderError`.
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
  async open(checkout: CheckoutOrderForm): Promise<OpenedCheckout> {
    const session = await this.#call('open', () => this.#create(checkout));
    if (!session?.client_secret) throw new ProviderError('refused', new Error('no client secret'));
    return { providerSessionId: session.id, clientSecret: session.client_secret };
  }

  /** What became of it; null when the provider has no such checkout. */
  async look(id: string): Promise<CheckoutUpdate | null> {
    return this.#update(await this.#call('look', () => this.#stripe.checkout.sessions.retrieve(id, EXPAND)));
  }

  /** Makes it unpayable, unless it was paid before. Returns what became of it. */
  async expire(id: string): Promise<CheckoutUpdate | null> {
    try {
      return this.#update(await this.#call('expire', () => this.#stripe.checkout.sessions.expire(id)));
    } catch (error) {
      // Stripe refuses to expire what is no longer open; a look-up says what it is instead.
      if (error instanceof ProviderError && error.kind !== 'unreachable') return this.look(id);
      throw error;
    }
  }

  /**
   * Refunds `amountCents`, all that is left of a payment; idempotent. Returns all that was refunded of it by then, also
   * when it had been refunded before.
   */
  async refund(paymentId: string, amountCents: number): Promise<RefundUpdate> {
    const params = { payment_intent: paymentId, amount: amountCents, expand: ['charge'] };
    // Each call under a key of the SDK's own: one of ours would be answered with what it got first, be that a failure. Stripe
    // gives back no more than was paid, so what is left can be asked for again.
    const refund = await this.#call('refund', () =>
      this.#stripe.refunds.create(params).catch((error: unknown) => this.#unlessRefunded(error)),
    );
    const update = refund
      ? refundUpdateOf(refund.charge, new Date(refund.created * 1000))
      : await this.#refunded(paymentId);
    if (typeof update === 'string' || refund?.status === 'failed')
      throw new ProviderError('refused', new Error('the refund failed'));
    return update;
  }

  /** The event in signed bytes. Throws `invalid_signature` or `invalid_json`. */
  verify(payload: Buffer, signature: string | undefined): unknown {
    try {
      const { webhookSecret } = this.env.payments;
      // The provider signs in real time, also while the sandbox's clock is ahead.
      return this.#stripe.webhooks.constructEvent(
        payload,
        signature ?? '',
        webhookSecret,
        TOLERANCE_SECONDS,
        undefined,
        systemClock().getTime(),
      );
    } catch (error) {
      const forged = error instanceof Stripe.errors.StripeSignatureVerificationError;
      throw new ApiError(forged ? 'invalid_signature' : 'invalid_json', undefined, { cause: error });
    }
  }

  /** The form asks for the address itself when Stripe does not accept the one that the browser accepted (`a@b`). */
  async #create(checkout: CheckoutOrderForm): Promise<Stripe.Checkout.Session> {
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

  /** Null for a payment that was given back before; anything else is thrown on. */
  #unlessRefunded(error: unknown): null {
    if (isRefundedAlready(error)) return null;
    throw error;
  }

  /** Returns what was refunded of a payment, as the payment itself says. */
  async #refunded(paymentId: string): Promise<RefundUpdate | 'none' | 'unreadable'> {
    const intent = await this.#call('look', () =>
      this.#stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }),
    );
    return refundUpdateOf(intent?.latest_charge, systemClock());
  }

  /** Null for what Stripe does not have. */
  async #call<Answer>(call: string, ask: () => Promise<Answer>): Promise<Answer | null> {
    try {
      return await ask();
    } catch (error) {
      if (isGone(error)) return null;
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
