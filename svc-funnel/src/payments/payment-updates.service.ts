import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { GrantContext } from '../orders/grant-order.ts';
import { applyPaymentUpdate } from '../orders/apply-payment-update.ts';
import type { Env } from '../platform/env.ts';
import { PrismaService } from '../platform/prisma.ts';
import { CLOCK, ENV, LOGGER } from '../platform/tokens.ts';
import { applyCheckoutUpdate } from './apply-checkout-update.ts';
import type { CheckoutUpdate } from './checkout-update.ts';
import type { RefundUpdate } from './payment-update.ts';
import type { Outcome } from './outcome.ts';

/** Applies facts that the server asked for itself. */
@Injectable()
export class PaymentUpdates {
  constructor(
    private readonly prisma: PrismaService,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** What an order granted now starts with. */
  get context(): GrantContext {
    return { now: this.clock(), course: this.env.course, randomInt };
  }

  async apply(fact: CheckoutUpdate): Promise<Outcome> {
    return this.#tell(await this.prisma.$transaction((db) => applyCheckoutUpdate(db, fact, this.context)));
  }

  /** The answer to a refund that we asked for; its event may come before or after. */
  async applyRefund(fact: RefundUpdate): Promise<Outcome> {
    return this.#tell(await this.prisma.$transaction((db) => applyPaymentUpdate(db, fact, this.clock())));
  }

  #tell(outcome: Outcome): Outcome {
    if (outcome.is === 'refused')
      this.logger.error({ checkoutId: outcome.checkoutId, reason: outcome.reason }, 'payment look-up refused');
    return outcome;
  }
}
