import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { GrantContext } from '../orders/grant-order.ts';
import { applyMoney } from '../orders/order-facts.ts';
import type { Env } from '../platform/env.ts';
import { PrismaService } from '../platform/prisma.ts';
import { CLOCK, ENV, LOGGER } from '../platform/tokens.ts';
import { applyFact } from './apply-fact.ts';
import type { CheckoutFact } from './checkout-fact.ts';
import type { RefundFact } from './money-fact.ts';
import type { Outcome } from './outcome.ts';

/** Applies facts that the server asked for itself. */
@Injectable()
export class FactsService {
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

  async apply(fact: CheckoutFact): Promise<Outcome> {
    return this.#tell(await this.prisma.$transaction((db) => applyFact(db, fact, this.context)));
  }

  /** The answer to a refund that we asked for; its event may come before or after. */
  async applyRefund(fact: RefundFact): Promise<Outcome> {
    return this.#tell(await this.prisma.$transaction((db) => applyMoney(db, fact, this.clock())));
  }

  #tell(outcome: Outcome): Outcome {
    if (outcome.is === 'refused') this.logger.error({ checkoutId: outcome.checkoutId, reason: outcome.reason }, 'payment look-up refused');
    return outcome;
  }
}
