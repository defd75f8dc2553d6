import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Checkout } from '../generated/prisma/client.ts';
import { PaymentUpdates } from '../orders/payment-updates.service.ts';
import { PaymentProvider } from '../payments/payment-provider.ts';
import { ProviderError } from '../payments/provider-error.ts';
import type { Clock } from '../platform/clock.ts';
import { CLOCK, LOGGER } from '../platform/tokens.ts';
import { TaskRegistry } from '../queue/task-registry.ts';
import { CheckoutsRepository } from './checkouts.repository.ts';
import { CREATING_MAX_MS } from './current-checkout.ts';

/** Checkouts a run, at four calls a time: well under a minute at the provider's usual pace. */
const BATCH = 100;
const AT_ONCE = 4;
/** After the provider could not be reached, in ms. */
const RETRY_MS = 120_000;

/** Asks the provider about checkouts that stayed open, so that a lost webhook still becomes an order. */
@Injectable()
export class Reconciler implements OnModuleInit {
  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly provider: PaymentProvider,
    private readonly paymentUpdates: PaymentUpdates,
    private readonly registry: TaskRegistry,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.registry.register('reconcile', () => this.run());
  }

  /** One batch. A provider that cannot be reached ends it; what is left is looked at again soon. */
  async run(): Promise<void> {
    const left = await this.checkouts.takeDue(this.clock(), BATCH);
    const unseen: Checkout[] = [];
    const work = async (): Promise<void> => {
      for (let next = left.shift(); next; next = left.shift()) {
        if (await this.#look(next)) continue;
        unseen.push(next, ...left.splice(0));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (unseen.length === 0) return;
    const at = new Date(this.clock().getTime() + RETRY_MS);
    await this.checkouts.postpone(
      unseen.map(({ id }) => id),
      at,
    );
    this.logger.warn({ checkouts: unseen.length, at }, 'the payment provider could not be asked: later');
  }

  /** False when the provider could not be asked. */
  async #look(checkout: Checkout): Promise<boolean> {
    const { id, status, providerSessionId } = checkout;
    if (providerSessionId === null) return this.#giveUpUnanswered(checkout);
    try {
      const update = await this.provider.look(providerSessionId);
      if (!update) await this.checkouts.close(id, 'expired');
      const outcome = update && (await this.paymentUpdates.apply(update));
      if (outcome?.kind === 'applied')
        this.logger.info({ checkoutId: id, was: status, is: update?.kind }, 'found by a look-up');
      return true;
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'unreachable') return false;
      // One that the provider will not answer for must not keep the others from being looked at.
      this.logger.error(
        { err: error instanceof ProviderError ? error.cause : error, checkoutId: id },
        'payment look-up failed',
      );
      return true;
    }
  }

  /** Its client secret reached nobody, so nobody can pay it; if someone did all the same, that update still counts. */
  async #giveUpUnanswered({ id, createdAt }: Checkout): Promise<boolean> {
    if (this.clock().getTime() - createdAt.getTime() >= CREATING_MAX_MS) await this.checkouts.close(id, 'failed');
    return true;
  }
}
