import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { CheckoutUpdate } from '../payments/checkout-update.ts';
import type { PaymentUpdate, RefundUpdate } from '../payments/payment-update.ts';
import type { Clock } from '../platform/clock.ts';
import { PrismaService, type Db } from '../platform/prisma.ts';
import { CLOCK, LOGGER } from '../platform/tokens.ts';
import { applyCheckoutUpdate } from './apply-checkout-update.ts';
import { applyPaymentUpdate } from './apply-payment-update.ts';
import { OrderListener } from './order-listener.ts';
import type { Outcome } from './outcome.ts';

/**
 * Applies what the provider reports: in events, inside their transaction, and in responses to the server's own calls.
 */
@Injectable()
export class PaymentUpdatesService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly listener: OrderListener,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  applyCheckoutUpdate(db: Db, update: CheckoutUpdate): Promise<Outcome> {
    return applyCheckoutUpdate(db, update, { now: this.clock(), listener: this.listener, randomInt });
  }

  applyPaymentUpdate(db: Db, update: PaymentUpdate): Promise<Outcome> {
    return applyPaymentUpdate(db, update, { now: this.clock(), listener: this.listener });
  }

  /** Applies the response to a look-up. */
  async apply(update: CheckoutUpdate): Promise<Outcome> {
    return this.#report(await this.prisma.$transaction((db) => this.applyCheckoutUpdate(db, update)));
  }

  /** Applies the response to a refund that we requested; its event may arrive before or after. */
  async applyRefund(update: RefundUpdate): Promise<Outcome> {
    return this.#report(await this.prisma.$transaction((db) => this.applyPaymentUpdate(db, update)));
  }

  #report(outcome: Outcome): Outcome {
    if (outcome.kind === 'refused')
      this.logger.error({ checkoutId: outcome.checkoutId, reason: outcome.reason }, 'payment update refused');
    return outcome;
  }
}
