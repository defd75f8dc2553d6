import { ApiError, type CheckoutState } from '@course/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Checkout } from '../generated/prisma/client.ts';
import { correctEmail, isCorrectable, maskEmail } from '../orders/buyer-email.ts';
import { isFinal, type CheckoutStatus } from '../orders/checkout-status.ts';
import { OrderListener } from '../orders/order-listener.ts';
import { PaymentUpdatesService } from '../orders/payment-updates.service.ts';
import { PaymentProvider } from '../payments/payment-provider.ts';
import { ProviderError } from '../payments/provider-error.ts';
import type { Clock } from '../platform/clock.ts';
import { requireDeliverable } from '../platform/deliverable.ts';
import { PrismaService } from '../platform/prisma.ts';
import { CLOCK, LOGGER } from '../platform/tokens.ts';
import { CheckoutsRepository } from './checkouts.repository.ts';

const UNKNOWN = 'The payment provider did not answer, so whether this was paid is not known. Try again in a moment.';

const SHOWN_STATUS = {
  creating: 'open',
  open: 'open',
  processing: 'processing',
  paid: 'paid',
  failed: 'closed',
  expired: 'closed',
} as const satisfies Record<CheckoutStatus, string>;

const isStatus = (status: string): status is CheckoutStatus => Object.hasOwn(SHOWN_STATUS, status);

/** Returns the status that the return page shows. An unknown status gives no access. */
const shownStatus = (status: string): (typeof SHOWN_STATUS)[CheckoutStatus] =>
  isStatus(status) ? SHOWN_STATUS[status] : 'closed';

/** The state of a checkout, and the address of its mails, for the return page. */
@Injectable()
export class CheckoutStateService {
  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly provider: PaymentProvider,
    private readonly paymentUpdates: PaymentUpdatesService,
    private readonly prisma: PrismaService,
    private readonly listener: OrderListener,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Rejects with `checkout_unknown` for anyone but the browser that opened it, and with `payment_unavailable` if the
   * state is not known at the moment.
   */
  async read(sessionId: string | undefined, providerSessionId: string): Promise<CheckoutState> {
    const checkout = await this.#own(sessionId, providerSessionId);
    return this.#shown(await this.#upToDate(checkout, providerSessionId));
  }

  /**
   * Corrects the address of a paid checkout. Rejects with `checkout_unknown`, `undeliverable_address` or
   * `address_fixed`.
   */
  async correctEmail(sessionId: string | undefined, providerSessionId: string, email: string): Promise<CheckoutState> {
    const checkout = await this.#own(sessionId, providerSessionId);
    requireDeliverable(email);
    const context = { now: this.clock(), listener: this.listener };
    const isDone = await this.prisma.$transaction((db) => correctEmail(db, checkout.id, email, context));
    if (!isDone) throw new ApiError('address_fixed');
    return this.#shown(checkout);
  }

  async #own(sessionId: string | undefined, providerSessionId: string): Promise<Checkout> {
    const checkout =
      sessionId === undefined ? null : await this.checkouts.findByProviderId(sessionId, providerSessionId);
    if (!checkout) throw new ApiError('checkout_unknown');
    return checkout;
  }

  async #shown({ id, status, plan, amountCents, currency }: Checkout): Promise<CheckoutState> {
    const shown = shownStatus(status);
    if (shown === 'processing') return { status: shown };
    if (shown !== 'paid') return { status: shown, plan };
    const order = await this.prisma.order.findUniqueOrThrow({ where: { checkoutId: id } });
    const { number: orderNumber } = order;
    if (order.status === 'refunded' || order.status === 'disputed') return { status: order.status, orderNumber };
    return {
      status: shown,
      plan,
      amountCents,
      currency,
      orderNumber,
      maskedEmail: maskEmail(order.email),
      correctable: isCorrectable(order, this.clock()),
    };
  }

  /**
   * The visitor may return before the webhook arrives, or the webhook may be lost: then the server asks the provider.
   */
  async #upToDate(checkout: Checkout, providerSessionId: string): Promise<Checkout> {
    if (isFinal(checkout.status)) return checkout;
    try {
      const update = await this.provider.retrieve(providerSessionId);
      if (update) await this.paymentUpdates.apply(update);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      this.logger.warn({ err: error.cause, checkoutId: checkout.id }, 'payment look-up failed');
      // It may have been paid a moment ago: "not completed" would invite the visitor to pay again.
      if (checkout.status !== 'processing') throw new ApiError('payment_unavailable', UNKNOWN, { cause: error.cause });
    }
    return this.checkouts.get(checkout.id);
  }
}
