import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '@course/contracts';
import { Stripe } from 'stripe';
import { systemClock } from '../platform/clock.ts';
import type { Env } from '../platform/env.ts';
import { Metrics } from '../platform/metrics.ts';
import { ENV } from '../platform/tokens.ts';
import { factOf, type CheckoutUpdate } from './checkout-update.ts';
import { checkoutParams, type CheckoutOrderForm } from './checkout-params.ts';
import { refundFactOf, type RefundUpdate } from './payment-update.ts';
import { PaymentProvider, ProviderError, type OpenedCheckout, type RefundOrder } from './payment-provider.ts';
import { providerSession } from './provider-session.ts';
import { createStripe } from './stripe-client.ts';
import { isEmailRefusal, isGone, isRefundedAlready, toProviderError } from './stripe-errors.ts';

/** Stripe's own default: an older signature is a replay. */
const TOLERANCE_SECONDS = 300;
const EXPAND = { expand: ['payment_intent'] };

/** The product's few calls to Stripe, or to whatever speaks its wire format at STRIPE_API_BASE. */
@Injectable()
export class StripeProvider extends PaymentProvider {
  readonly #stripe: Stripe;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly metrics: Metrics,
  ) {
    super();
    this.#stripe = createStripe(env.payments);
  }

  override async open(checkout: CheckoutOrderForm): Promise<OpenedCheckout> {
    const session = await this.#call('open', () => this.#create(checkout));
    if (!session?.client_secret) throw new ProviderError('refused', new Error('no client secret'));
    return { providerSessionId: session.id, clientSecret: session.client_secret };
  }

  override async look(id: string): Promise<CheckoutUpdate | null> {
    return this.#fact(await this.#call('look', () => this.#stripe.checkout.sessions.retrieve(id, EXPAND)));
  }

  override async expire(id: string): Promise<CheckoutUpdate | null> {
    try {
      return this.#fact(await this.#call('expire', () => this.#stripe.checkout.sessions.expire(id)));
    } catch (error) {
      // Stripe refuses to expire what is no longer open; what it is instead, the look-up tells.
      if (error instanceof ProviderError && error.kind === 'refused') return this.look(id);
      throw error;
    }
  }

  override async refund(paymentId: string, { orderId, amountCents, failed }: RefundOrder): Promise<RefundUpdate> {
    const params = { payment_intent: paymentId, amount: amountCents, expand: ['charge'] };
    // After a failure the same request would be answered with the refund that failed.
    const options = { idempotencyKey: `refund-${orderId}-${amountCents}${failed > 0 ? `-again-${failed}` : ''}` };
    const refund = await this.#call('refund', () =>
      this.#stripe.refunds.create(params, options).catch((error: unknown) => this.#unlessRefunded(error)),
    );
    const fact = refund
      ? refundFactOf(refund.charge, new Date(refund.created * 1000))
      : await this.#refunded(paymentId);
    if (typeof fact === 'string' || refund?.status === 'failed')
      throw new ProviderError('refused', new Error('the refund failed'));
    return fact;
  }

  override verify(payload: Buffer, signature: string | undefined): unknown {
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

  /** What was given back of a payment, as the payment itself tells it. */
  async #refunded(paymentId: string): Promise<RefundUpdate | 'none' | 'unreadable'> {
    const intent = await this.#call('look', () =>
      this.#stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }),
    );
    return refundFactOf(intent?.latest_charge, systemClock());
  }

  /** Null for what Stripe does not have. */
  async #call<Answer>(call: string, ask: () => Promise<Answer>): Promise<Answer | null> {
    try {
      return await ask();
    } catch (error) {
      if (isGone(error)) return null;
      this.metrics.paymentProviderFailures.inc({ call });
      throw toProviderError(error);
    }
  }

  #fact(answer: Stripe.Checkout.Session | null): CheckoutUpdate | null {
    if (!answer) return null;
    const session = providerSession.safeParse(answer);
    if (!session.success) throw new ProviderError('refused', new Error('unreadable session'));
    return factOf(session.data);
  }
}
