import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '@course/contracts';
import { Stripe } from 'stripe';
import type { Clock } from '../platform/clock.ts';
import type { Env } from '../platform/env.ts';
import { Metrics } from '../platform/metrics.ts';
import { CLOCK, ENV } from '../platform/tokens.ts';
import { factOf, type CheckoutFact } from './checkout-fact.ts';
import { checkoutParams, type CheckoutOrderForm } from './checkout-params.ts';
import { PaymentProvider, ProviderError, type OpenedCheckout } from './payment-provider.ts';
import { providerSession } from './provider-session.ts';
import { createStripe } from './stripe-client.ts';
import { isEmailRefusal, isGone, toProviderError } from './stripe-errors.ts';

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
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
    this.#stripe = createStripe(env.payments);
  }

  override async open(checkout: CheckoutOrderForm): Promise<OpenedCheckout> {
    const session = await this.#call('open', () => this.#create(checkout));
    if (!session?.client_secret) throw new ProviderError('refused', new Error('no client secret'));
    return { providerSessionId: session.id, clientSecret: session.client_secret };
  }

  override async look(id: string): Promise<CheckoutFact | null> {
    return this.#fact(await this.#call('look', () => this.#stripe.checkout.sessions.retrieve(id, EXPAND)));
  }

  override async expire(id: string): Promise<CheckoutFact | null> {
    try {
      return this.#fact(await this.#call('expire', () => this.#stripe.checkout.sessions.expire(id)));
    } catch (error) {
      // Stripe refuses to expire what is no longer open; what it is instead, the look-up tells.
      if (error instanceof ProviderError && error.kind === 'refused') return this.look(id);
      throw error;
    }
  }

  override verify(payload: Buffer, signature: string | undefined): unknown {
    try {
      const { webhookSecret } = this.env.payments;
      return this.#stripe.webhooks.constructEvent(payload, signature ?? '', webhookSecret, TOLERANCE_SECONDS, undefined, this.clock().getTime());
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
      return sessions.create(checkoutParams({ ...checkout, email: null }), { idempotencyKey: `checkout-${checkout.id}-no-email` });
    }
  }

  /** Null for what Stripe does not have. */
  async #call(call: string, ask: () => Promise<Stripe.Checkout.Session>): Promise<Stripe.Checkout.Session | null> {
    try {
      return await ask();
    } catch (error) {
      if (isGone(error)) return null;
      this.metrics.paymentProviderFailures.inc({ call });
      throw toProviderError(error);
    }
  }

  #fact(answer: Stripe.Checkout.Session | null): CheckoutFact | null {
    if (!answer) return null;
    const session = providerSession.safeParse(answer);
    if (!session.success) throw new ProviderError('refused', new Error('unreadable session'));
    return factOf(session.data);
  }
}
