import { ApiError, type ObjectionView } from '@course/contracts';
import { planTitleOf } from '@course/funnel';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Order, Withdrawal } from '../../generated/prisma/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { lockOrder } from '../../platform/locks.ts';
import { PrismaService, type Db } from '../../platform/prisma.ts';
import { Refusals } from '../../platform/refusals.ts';
import { CLOCK, ENV, LOGGER } from '../../platform/tokens.ts';
import { resumeCourse } from '../enrolment/stop-and-resume.ts';
import { findLink } from '../links/link-store.ts';
import type { ReceivedToken } from '../links/links.ts';
import { refundBeginsAt } from '../refund-periods.ts';

/** Returns whether a withdrawal can be undone, or why not. It can until the refund begins, however late that is. */
function objectionStatusOf(
  { status: orderStatus }: Pick<Order, 'status'>,
  { status }: Pick<Withdrawal, 'status'>,
): ObjectionView['status'] {
  if (orderStatus === 'refunded') return 'refunded';
  if (status === 'received') return 'possible';
  return status === 'objected' || status === 'refunding' ? status : 'none';
}

/** Undoes a withdrawal with the link in its receipt, because someone else may have declared it. */
@Injectable()
export class ObjectionService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly refusals: Refusals,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Rejects with `link_unknown`. */
  async view(received: ReceivedToken): Promise<ObjectionView> {
    return this.#view(this.prisma, await this.#orderOf(received));
  }

  /**
   * Undoes the order's withdrawal and resumes its course. Idempotent. If that is not possible, nothing happens, and the
   * view says why. Rejects with `link_unknown`.
   */
  async object(received: ReceivedToken): Promise<ObjectionView> {
    const orderId = await this.#orderOf(received);
    const now = this.clock();
    const isNew = await this.prisma.$transaction(async (db) => {
      await lockOrder(db, orderId);
      const { count } = await db.withdrawal.updateMany({
        where: { orderId, status: 'received', order: { status: { not: 'refunded' } } },
        data: { status: 'objected', settledAt: now },
      });
      if (count === 0) return false;
      const { sendHour } = this.env.course;
      await resumeCourse(db, orderId, { now, sendHour, mayResume: ({ stopReason }) => stopReason === 'withdrawn' });
      return true;
    });
    if (isNew) this.logger.info({ orderId }, 'withdrawal undone by its reader');
    return this.#view(this.prisma, orderId);
  }

  async #orderOf(received: ReceivedToken): Promise<string> {
    const link = await findLink(this.prisma, received.token, ['objection']);
    return link?.endedAt === null ? link.orderId : this.refusals.refuseLink(received.ip);
  }

  async #view(db: Db, orderId: string): Promise<ObjectionView> {
    const order = await db.order.findUniqueOrThrow({
      where: { id: orderId },
      include: { withdrawals: { orderBy: { receivedAt: 'desc' }, take: 1 } },
    });
    const [withdrawal] = order.withdrawals;
    if (!withdrawal) throw new ApiError('link_unknown');
    const { number: orderNumber, plan, amountCents, currency } = order;
    return {
      status: objectionStatusOf(order, withdrawal),
      orderNumber,
      planTitle: planTitleOf(plan),
      amountCents,
      currency,
      receivedAt: withdrawal.receivedAt.toISOString(),
      until: refundBeginsAt(withdrawal, order.paidAt)?.toISOString() ?? null,
    };
  }
}
