import { Inject, Injectable } from '@nestjs/common';
import type { SecondOrderView } from '@course/contracts';
import { planTitleOf } from '@course/funnel';
import type { Logger } from 'pino';
import { stopCourse } from '../enrolment/stop-and-resume.ts';
import type { CourseLink, Order } from '../../generated/prisma/client.ts';
import { findLink } from '../links/link-store.ts';
import type { ReceivedToken } from '../links/links.ts';
import { secondOrderUndoEnds } from '../refund-periods.ts';
import type { Clock } from '../../platform/clock.ts';
import { lockOrder } from '../../platform/locks.ts';
import { PrismaService, type Db } from '../../platform/prisma.ts';
import { Refusals } from '../../platform/refusals.ts';
import { CLOCK, LOGGER } from '../../platform/tokens.ts';
import { queueRefund } from '../../orders/refunds.service.ts';
import { openRefundRequest } from './refund-request.service.ts';

type UndoLink = Pick<CourseLink, 'orderId' | 'endedAt'>;

/** Returns whether an order can be undone, or why not. Undoing it ends the link, so a link that has ended was used. */
function undoStatusOf(
  { status, paidAt }: Pick<Order, 'status' | 'paidAt'>,
  { endedAt }: Pick<CourseLink, 'endedAt'>,
  now: Date,
): SecondOrderView['status'] {
  if (endedAt !== null) return 'undone';
  if (status === 'refunded' || status === 'disputed') return status;
  return now <= secondOrderUndoEnds(paidAt) ? 'possible' : 'over';
}

/** Undoes a second order with the link in its mail. */
@Injectable()
export class SecondOrderService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly refusals: Refusals,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Rejects with `link_unknown`. */
  async view(received: ReceivedToken): Promise<SecondOrderView> {
    return this.#view(this.prisma, await this.#linkOf(received));
  }

  /**
   * Stops the order's course now and queues the refund. Idempotent. If that is not possible, nothing happens, and the
   * view says why. Rejects with `link_unknown`.
   */
  async undo(received: ReceivedToken): Promise<SecondOrderView> {
    const { orderId, tokenHash } = await this.#linkOf(received);
    const isNew = await this.prisma.$transaction(async (db) => {
      await lockOrder(db, orderId);
      const link = await db.courseLink.findUniqueOrThrow({ where: { tokenHash } });
      if ((await this.#view(db, link)).status !== 'possible') return false;
      await this.#undo(db, orderId);
      return true;
    });
    if (isNew) this.logger.info({ orderId }, 'second order undone');
    return this.view(received);
  }

  async #undo(db: Db, orderId: string): Promise<void> {
    const now = this.clock();
    await db.courseLink.updateMany({ where: { orderId, purpose: 'undo', endedAt: null }, data: { endedAt: now } });
    await stopCourse(db, orderId, 'refunded', now);
    // Settled by the refund. If the provider refuses that, it waits for the owner like any other request.
    await openRefundRequest(db, { orderId, reason: null, now });
    await queueRefund(db, orderId);
  }

  async #linkOf(received: ReceivedToken): Promise<CourseLink> {
    return (await findLink(this.prisma, received.token, ['undo'])) ?? this.refusals.refuseLink(received.ip);
  }

  async #view(db: Db, link: UndoLink): Promise<SecondOrderView> {
    const order = await db.order.findUniqueOrThrow({ where: { id: link.orderId } });
    const { number: orderNumber, plan, amountCents, currency, paidAt } = order;
    return {
      status: undoStatusOf(order, link, this.clock()),
      orderNumber,
      planTitle: planTitleOf(plan),
      amountCents,
      currency,
      paidAt: paidAt.toISOString(),
      until: secondOrderUndoEnds(paidAt).toISOString(),
    };
  }
}
