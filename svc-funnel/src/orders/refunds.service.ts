import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { PaymentProvider } from '../payments/payment-provider.ts';
import { PrismaService, type Db } from '../platform/prisma.ts';
import { LOGGER } from '../platform/tokens.ts';
import { enqueue } from '../queue/enqueue.ts';
import { TaskRegistry } from '../queue/task-registry.ts';
import { PaymentUpdatesService } from './payment-updates.service.ts';

const refundKey = (orderId: string): string => `refund-order:${orderId}`;

/** Queues the refund of an order in the caller's transaction, once, however often it is requested. */
export const queueRefund = (db: Db, orderId: string): Promise<void> =>
  enqueue(db, 'refund-order', { orderId }, { key: refundKey(orderId) });

/** Cancels a queued refund in the caller's transaction. One that is in progress is not tried again. */
export const cancelRefund = async (db: Db, orderId: string): Promise<void> => {
  await db.$queryRaw`SELECT 1 AS one FROM graphile_worker.remove_job(${refundKey(orderId)})`;
};

/** Makes queued refunds. */
@Injectable()
export class RefundsService implements OnModuleInit {
  constructor(
    private readonly prisma: PrismaService,
    private readonly provider: PaymentProvider,
    private readonly paymentUpdates: PaymentUpdatesService,
    private readonly registry: TaskRegistry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.registry.register('refund-order', ({ orderId }) => this.#refund(orderId));
  }

  /**
   * Refunds what has not been refunded yet; the buyer's mail follows from the update. Rejects if it has to be tried
   * again.
   */
  async #refund(orderId: string): Promise<void> {
    const order = await this.prisma.order.findUniqueOrThrow({ where: { id: orderId } });
    const { providerPaymentId: paymentId, amountCents, refundedCents } = order;
    if (order.status !== 'paid') return;
    if (paymentId === null)
      return this.logger.error({ orderId }, 'an order cannot be refunded: its payment is not known');
    const update = await this.provider.refund(paymentId, amountCents - refundedCents);
    await this.paymentUpdates.applyRefund(update);
  }
}
