import type { Course } from '../../generated/prisma/client.ts';
import type { Db } from '../../platform/prisma.ts';
import type { WithdrawalStatus } from '../../orders/withdrawal-status.ts';
import type { MailKind } from '../mails/mail.ts';
import { type FirstStepState, loadFirstStep } from '../first-step/state.ts';
import { type FailedPayment, loadFailedPayment } from './failed-payment.ts';

/** A delivery with all the data of its mail. */
export interface LoadedDelivery {
  readonly id: string;
  readonly kind: MailKind;
  readonly place: number | null;
  readonly messageId: string;
  readonly status: string;
  readonly details: unknown;
  readonly dueAt: Date;
  readonly createdAt: Date;
  /**
   * Null for mails to the owner that concern no particular order, and for mails before a purchase or about a failed
   * payment.
   */
  readonly orderId: string | null;
  readonly orderStatus: string | null;
  readonly orderNumber: string | null;
  readonly plan: string | null;
  readonly amountCents: number | null;
  readonly currency: string | null;
  readonly paidAt: Date | null;
  /** Whether the price included tax, and the terms that were accepted with it; null without an order. */
  readonly tax: string | null;
  readonly termsVersion: string | null;
  readonly termsAcceptedAt: Date | null;
  readonly refundedCents: number | null;
  readonly refundedAt: Date | null;
  readonly orderEmail: string | null;
  readonly courseStatus: string | null;
  readonly stopReason: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly timeZone: string | null;
  readonly days: number | null;
  readonly weekOrder: number[] | null;
  readonly lessonIds: string[] | null;
  readonly planVersion: string | null;
  readonly planAnswers: Course['planAnswers'];
  readonly nextDueAt: Date | null;
  /** When the first lesson was due; null while none is queued. */
  readonly firstDueAt: Date | null;
  /** The buyer's own words in the latest refund request. */
  readonly refundReason: string | null;
  /** When the buyer asked at checkout for the course to begin before the withdrawal period ends. */
  readonly askedToBeginAt: Date | null;
  /** The declared withdrawal that the mail is about. */
  readonly declaredName: string | null;
  readonly statement: string | null;
  readonly withdrawnAt: Date | null;
  readonly withdrawalStatus: WithdrawalStatus | null;
  /**
   * When its refund begins, or is queued again once it has begun; null if the withdrawal came after the legal time.
   */
  readonly refundAt: Date | null;
  /** The request that a mail before a purchase belongs to; null for all others. */
  readonly firstStep: FirstStepState | null;
  /** The failed payment that a mail is about; null for all others. */
  readonly failedPayment: FailedPayment | null;
}

type DeliveryRow = Omit<LoadedDelivery, 'firstStep' | 'failedPayment'> & {
  readonly firstStepId: string | null;
  readonly failedCheckoutId: string | null;
  readonly checkoutId: string | null;
};

/** Loads a delivery; null if there is none. Takes one statement, except for mails without an order. */
export async function loadDelivery(db: Db, id: string): Promise<LoadedDelivery | null> {
  const [row] = await db.$queryRaw<DeliveryRow[]>`
    SELECT delivery.id, delivery.kind, delivery.place, delivery.message_id AS "messageId", delivery.status, delivery.details,
      delivery.due_at AS "dueAt", delivery.created_at AS "createdAt",
      delivery.first_step_id AS "firstStepId", delivery.checkout_id AS "failedCheckoutId", delivery.details ->> 'checkoutId' AS "checkoutId",
      delivery.order_id AS "orderId", bought.status AS "orderStatus", bought.number AS "orderNumber", bought.plan, bought.amount_cents AS "amountCents", bought.currency,
      bought.paid_at AS "paidAt", bought.refunded_cents AS "refundedCents", bought.refunded_at AS "refundedAt", bought.email AS "orderEmail",
      checkout.tax, checkout.terms_version AS "termsVersion", checkout.terms_accepted_at AS "termsAcceptedAt", checkout.asked_to_begin_at AS "askedToBeginAt",
      course.status AS "courseStatus", course.stop_reason AS "stopReason", course.email, course.name, course.time_zone AS "timeZone",
      course.days, course.week_order AS "weekOrder", course.lesson_ids AS "lessonIds",
      course.plan_version AS "planVersion", course.plan_answers AS "planAnswers", course.next_due_at AS "nextDueAt",
      (SELECT due_at FROM funnel.deliveries AS first WHERE first.order_id = delivery.order_id AND first.kind = 'lesson' AND first.place = 1) AS "firstDueAt",
      (SELECT reason FROM funnel.refund_requests AS asked WHERE asked.order_id = delivery.order_id ORDER BY requested_at DESC LIMIT 1) AS "refundReason",
      declared.name AS "declaredName", declared.statement, declared.received_at AS "withdrawnAt", declared.status AS "withdrawalStatus", declared.refund_at AS "refundAt"
    FROM funnel.deliveries AS delivery
    LEFT JOIN funnel.orders AS bought ON bought.id = delivery.order_id
    LEFT JOIN funnel.checkouts AS checkout ON checkout.id = bought.checkout_id
    LEFT JOIN funnel.courses AS course ON course.order_id = delivery.order_id
    LEFT JOIN funnel.withdrawals AS declared ON declared.id = (delivery.details->>'withdrawalId')::uuid
    WHERE delivery.id = ${id}::uuid`;
  if (!row) return null;
  const { firstStepId, checkoutId, failedCheckoutId, ...delivery } = row;
  return {
    ...delivery,
    firstStep: firstStepId === null ? null : await loadFirstStep(db, firstStepId, checkoutId),
    failedPayment: failedCheckoutId === null ? null : await loadFailedPayment(db, failedCheckoutId),
  };
}

/** Returns the reader's current address; null if there is none. */
export const readerOf = ({
  firstStep,
  failedPayment,
  email,
  orderEmail,
}: Pick<LoadedDelivery, 'firstStep' | 'failedPayment' | 'email' | 'orderEmail'>): string | null =>
  firstStep?.email ?? failedPayment?.email ?? email ?? orderEmail;
