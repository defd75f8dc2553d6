import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { PrismaService } from '../platform/prisma.ts';
import { CLOCK, LOGGER } from '../platform/tokens.ts';
import { applyFact, type Outcome } from './apply-fact.ts';
import type { CheckoutFact } from './checkout-fact.ts';

/** Applies facts that the server asked for itself. */
@Injectable()
export class FactsService {
  constructor(
    private readonly prisma: PrismaService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async apply(fact: CheckoutFact): Promise<Outcome> {
    const outcome = await this.prisma.$transaction((db) => applyFact(db, fact, this.clock()));
    if (outcome.is === 'refused') this.logger.error({ checkoutId: outcome.checkoutId, reason: outcome.reason }, 'payment look-up refused');
    return outcome;
  }
}
