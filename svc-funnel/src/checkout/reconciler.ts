import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Checkout } from '../generated/prisma/client.ts';
import { PaymentUpdatesService } from '../orders/payment-updates.service.ts';
import { PaymentProvider } from '../payments/payment-provider.ts';
import { ProviderError } from '../payments/provider-error.ts';
import { MINUTE_MS, type Clock } from '../platform/clock.ts';
import { CLOCK, LOGGER } from '../platform/tokens.ts';
import { TaskRegistry } from '../queue/task-registry.ts';
import { CheckoutsRepository } from './checkouts.repository.ts';
import { CREATING_MAX_MS } from './current-checkout.ts';

/** Checkouts per run. With four calls at a time, it takes well under a minute at the provider's usual speed. */
const BATCH = 100;
const CONCURRENCY = 4;
/** Delay after the provider could not be reached, in ms. */
const RETRY_MS = 2 * MINUTE_MS;

/** Queries the provider about checkouts that stay open, so that a lost webhook still leads to an order. */
@Injectable()
export class Reconciler implements OnModuleInit {
  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly provider: PaymentProvider,
    private readonly paymentUpdates: PaymentUpdatesService,
    private readonly registry: TaskRegistry,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.registry.register('reconcile', () => this.run());
  }

  /** Reconciles one batch. If the provider cannot be reached, the rest of it is postponed. */
  async run(): Promise<void> {
    const left = await this.checkouts.takeDue(this.clock(), BATCH);
    const postponed: Checkout[] = [];
    const work = async (): Promise<void> => {
      for (let next = left.shift(); next; next = left.shift()) {
        if (await this.#reconcile(next)) continue;
        postponed.push(next, ...left.splice(0));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    if (postponed.length === 0) return;
    const at = new Date(this.clock().getTime() + RETRY_MS);
    await this.checkouts.postpone(
      postponed.map(({ id }) => id),
      at,
    );
    this.logger.warn({ checkouts: postponed.length, at }, 'the payment provider is unreachable: checkouts postponed');
  }

  /** Returns false if the provider could not be reached. */
  async #reconcile(checkout: Checkout): Promise<boolean> {
    const { id, status, providerSessionId } = checkout;
    if (providerSessionId === null) return this.#giveUpUnanswered(checkout);
    try {
      const update = await this.provider.retrieve(providerSessionId);
      if (!update) {
        this.logger.warn({ checkoutId: id, was: status }, 'the payment provider does not know this checkout');
        await this.checkouts.closeUnknown(id);
      }
      const outcome = update && (await this.paymentUpdates.apply(update));
      if (outcome?.kind === 'applied')
        this.logger.info({ checkoutId: id, was: status, is: update?.kind }, 'found by a look-up');
      return true;
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'unreachable') return false;
      // A checkout for which the provider returns an error must not hold up the others.
      this.logger.error({ err: error, checkoutId: id }, 'payment look-up failed');
      return true;
    }
  }

  /**
   * The client secret was never returned, so the checkout cannot be paid. If it was paid nevertheless, that still
   * counts.
   */
  async #giveUpUnanswered({ id, createdAt }: Checkout): Promise<boolean> {
    if (this.clock().getTime() - createdAt.getTime() >= CREATING_MAX_MS) await this.checkouts.close(id, 'failed');
    return true;
  }
}
