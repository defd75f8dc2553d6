import type { RefundView } from '@course/contracts';
import { findPlan, PRODUCT } from '@course/funnel';
import { DateTime } from 'luxon';
import type { Course, Order, RefundRequest } from '../generated/prisma/client.ts';

/** The guarantee's last moment: the end of its last day on the reader's own calendar. */
export const guaranteeEnds = (paidAt: Date, timeZone: string): Date =>
  DateTime.fromJSDate(paidAt, { zone: timeZone }).plus({ days: PRODUCT.guaranteeDays }).endOf('day').toJSDate();

export interface Purchase {
  readonly order: Order;
  readonly course: Pick<Course, 'timeZone'>;
  /** The latest; null when none was made. */
  readonly request: Pick<RefundRequest, 'status' | 'requestedAt'> | null;
}

const statusOf = ({ order, request }: Purchase, until: Date, now: Date): RefundView['status'] => {
  if (order.status === 'refunded') return 'refunded';
  if (order.status === 'disputed') return 'disputed';
  if (request?.status === 'open') return 'requested';
  if (request?.status === 'declined') return 'declined';
  return now <= until ? 'possible' : 'over';
};

/** What was bought, and whether it can still be given back. */
export function refundViewOf(purchase: Purchase, now: Date): RefundView {
  const { plan, amountCents, currency, paidAt, refundedAt } = purchase.order;
  const until = guaranteeEnds(paidAt, purchase.course.timeZone);
  return {
    status: statusOf(purchase, until, now),
    planTitle: findPlan(plan)?.title ?? plan,
    amountCents,
    currency,
    paidAt: paidAt.toISOString(),
    until: until.toISOString(),
    requestedAt: purchase.request?.requestedAt.toISOString() ?? null,
    refundedAt: refundedAt?.toISOString() ?? null,
  };
}
