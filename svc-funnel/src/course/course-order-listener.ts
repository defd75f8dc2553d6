import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Course, Order } from '../generated/prisma/client.ts';
import { isSameAddress } from '../orders/buyer-email.ts';
import { type DerivedStatus, type FullRefund, OrderListener } from '../orders/order-listener.ts';
import type { Env } from '../platform/env.ts';
import type { Db } from '../platform/prisma.ts';
import { ENV, LOGGER } from '../platform/tokens.ts';
import { queueMail } from './deliveries/queue-mail.ts';
import { ADDRESS_STOPS } from './deliveries/stopped-addresses.ts';
import { enrol } from './enrolment/enrol.ts';
import { redirectCourse } from './enrolment/redirect-course.ts';
import { resumeCourse, stopCourse } from './enrolment/stop-and-resume.ts';
import { renewLink } from './links/link-store.ts';
import { matchAgain } from './withdrawal/match-withdrawal.ts';

/** True if the buyer has been sent a refund confirmation for this order, or will be. */
const isRefundConfirmed = async (db: Db, orderId: string): Promise<boolean> =>
  (await db.delivery.count({ where: { orderId, kind: 'withdrawal', status: { in: ['queued', 'sent'] } } })) > 0;

/** Applies what happens to an order to its course, in the order's own transaction. */
@Injectable()
export class CourseOrderListener extends OrderListener {
  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'course'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  override async onPaid(db: Db, order: Order, now: Date): Promise<void> {
    await enrol(db, order, { now, course: this.env.course, warn: this.logger.warn.bind(this.logger) });
    await matchAgain(db, order);
  }

  override onPaymentFailed(db: Db, checkoutId: string, now: Date): Promise<void> {
    return queueMail(db, { checkoutId, kind: 'payment_failed', now });
  }

  /**
   * The buyer gets a mail with a link that undoes the order, and the owner is notified. Nothing is shown in the
   * browser: typing an address must not reveal what was bought with it.
   */
  override async onSecondOrder(db: Db, { id: orderId }: Order, now: Date): Promise<void> {
    await renewLink(db, this.env.course.linkKeys, { orderId, purpose: 'undo' }, now);
    await queueMail(db, { orderId, kind: 'second_order', now });
    await queueMail(db, { orderId, kind: 'owner_second_order', now });
  }

  /** Stops the lessons and sends the buyer one confirmation. */
  override async onFullyRefunded(
    db: Db,
    orderId: string,
    { isRepeated, earlierCents, now }: FullRefund,
  ): Promise<boolean> {
    if (isRepeated && (await db.delivery.count({ where: { orderId, kind: 'withdrawal' } })) > 0) return false;
    await stopCourse(db, orderId, 'refunded', now);
    await db.course.updateMany({
      where: { orderId, stopReason: 'disputed' },
      data: { stopReason: 'refunded', updatedAt: now },
    });
    if (!(await isRefundConfirmed(db, orderId)))
      await queueMail(db, { orderId, kind: 'withdrawal', details: { earlierCents }, now });
    return true;
  }

  override async onDisputed(db: Db, orderId: string, now: Date): Promise<void> {
    await stopCourse(db, orderId, 'disputed', now);
  }

  /** Settles the order's refund request once the order is refunded, and reopens it if the refund failed. */
  override async onStatusDerived(
    db: Db,
    orderId: string,
    { isRefunded, hasFailedRefund, now }: DerivedStatus,
  ): Promise<void> {
    const open = { orderId, status: 'open' };
    if (isRefunded) {
      await db.refundRequest.updateMany({ where: open, data: { status: 'refunded', settledAt: now } });
      return;
    }
    if (!hasFailedRefund || (await db.refundRequest.count({ where: open })) > 0) return;
    const last = await db.refundRequest.findFirst({
      where: { orderId, status: 'refunded' },
      orderBy: { requestedAt: 'desc' },
      select: { id: true },
    });
    if (last) await db.refundRequest.update({ where: { id: last.id }, data: { status: 'open', settledAt: null } });
  }

  /**
   * Redirects the course to the new address and sends the confirmation again with new links. Links that were sent to
   * the earlier address stop working.
   */
  override async onEmailCorrected(db: Db, order: Order, email: string, now: Date): Promise<boolean> {
    const { id: orderId } = order;
    const course = await db.course.findUnique({ where: { orderId }, select: { stopReason: true } });
    if (course?.stopReason === 'erased') return false;
    await redirectCourse(db, order, email, now);
    // A confirmation that is still queued would also go to the new address.
    await db.delivery.updateMany({
      where: { orderId, kind: 'confirmation', status: 'queued' },
      data: { status: 'cancelled', updatedAt: now },
    });
    await queueMail(db, { orderId, kind: 'confirmation', now });
    // A bounce says nothing about the new address. A complaint is lifted only if the address really changed: then
    // someone else complained.
    const liftedReasons: readonly string[] = isSameAddress(email, order.email) ? ['bounced'] : ADDRESS_STOPS;
    const mayResume = ({ stopReason }: Pick<Course, 'stopReason'>) => liftedReasons.includes(stopReason ?? '');
    await resumeCourse(db, orderId, { now, sendHour: this.env.course.sendHour, mayResume });
    return true;
  }
}
