import { randomUUID } from 'node:crypto';
import type { RefundView } from '@course/contracts';
import { planTitleOf } from '@course/funnel';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Course, Order, RefundRequest } from '../../generated/prisma/client.ts';
import { guaranteeEnds } from '../refund-periods.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { lockOrder } from '../../platform/locks.ts';
import { type Db, PrismaService } from '../../platform/prisma.ts';
import { RateLimiter } from '../../platform/limits.ts';
import { CLOCK, ENV, LOGGER } from '../../platform/tokens.ts';
import { queueMail } from '../deliveries/queue-mail.ts';
import { offerLink } from '../links/link-store.ts';
import type { Reader } from '../page/reader.service.ts';

export interface Purchase {
  readonly order: Order;
  readonly course: Pick<Course, 'timeZone'>;
  /** The latest request; null if there is none. */
  readonly request: Pick<RefundRequest, 'status' | 'requestedAt'> | null;
}

const statusOf = ({ order, request }: Purchase, until: Date, now: Date): RefundView['status'] => {
  if (order.status === 'refunded') return 'refunded';
  if (order.status === 'disputed') return 'disputed';
  if (request?.status === 'open') return 'requested';
  if (request?.status === 'declined') return 'declined';
  return now <= until ? 'possible' : 'over';
};

/** Returns what was bought, and whether it can still be refunded. */
function refundViewOf(purchase: Purchase, now: Date): RefundView {
  const { number: orderNumber, plan, amountCents, currency, paidAt, refundedAt } = purchase.order;
  const until = guaranteeEnds(paidAt, purchase.course.timeZone);
  return {
    status: statusOf(purchase, until, now),
    orderNumber,
    planTitle: planTitleOf(plan),
    amountCents,
    currency,
    paidAt: paidAt.toISOString(),
    until: until.toISOString(),
    requestedAt: purchase.request?.requestedAt.toISOString() ?? null,
    refundedAt: refundedAt?.toISOString() ?? null,
  };
}

/** Opens a refund request. Returns false if the order already has an open one; an index refuses a second. */
export async function openRefundRequest(
  db: Db,
  { orderId, reason, now }: { readonly orderId: string; readonly reason: string | null; readonly now: Date },
): Promise<boolean> {
  const request = { id: randomUUID(), orderId, reason, status: 'open', requestedAt: now };
  const { count } = await db.refundRequest.createMany({ data: [request], skipDuplicates: true });
  return count === 1;
}

@Injectable()
export class RefundRequestService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly limiter: RateLimiter,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  view(reader: Reader): Promise<RefundView> {
    return this.#view(this.prisma, reader);
  }

  /**
   * Records the request once and mails buyer and owner. If it is not possible, nothing happens, and the view says why.
   */
  async request(reader: Reader, reason: string | undefined): Promise<RefundView> {
    const orderId = reader.order.id;
    const isNew = await this.prisma.$transaction(async (db) => {
      await lockOrder(db, orderId);
      if ((await this.#view(db, reader)).status !== 'possible') return false;
      return this.#record(db, orderId, reason?.trim() || null);
    });
    if (isNew) this.logger.info({ orderId }, 'refund requested');
    return this.#view(this.prisma, reader);
  }

  /** Mails the link to the refund page to the reader's own address, at most a few times an hour. */
  async mailLink({ order: { id: orderId } }: Reader): Promise<void> {
    await this.limiter.consume('newLinkToEmail', orderId);
    const now = this.clock();
    await this.prisma.$transaction(async (db) => {
      await offerLink(db, this.env.course.linkKeys, { orderId, purpose: 'refund' }, now);
      await queueMail(db, { orderId, kind: 'course_link', details: { purpose: 'refund' }, now });
    });
  }

  async #record(db: Db, orderId: string, reason: string | null): Promise<boolean> {
    const now = this.clock();
    if (!(await openRefundRequest(db, { orderId, reason, now }))) return false;
    await queueMail(db, { orderId, kind: 'refund_request', now });
    await queueMail(db, { orderId, kind: 'owner_refund_request', now });
    return true;
  }

  async #view(db: Db, { order: { id }, course }: Reader): Promise<RefundView> {
    const order = await db.order.findUniqueOrThrow({ where: { id } });
    const request = await db.refundRequest.findFirst({ where: { orderId: id }, orderBy: { requestedAt: 'desc' } });
    return refundViewOf({ order, course, request }, this.clock());
  }
}
