import { lockCourse } from '../../platform/locks.ts';
import type { Db } from '../../platform/prisma.ts';
import { loadFirstStep } from '../first-step/state.ts';
import type { FailedPayment, LoadedDelivery } from '../mails/loaded-delivery.ts';
import { ComposeError } from '../mails/mail-error.ts';

type DeliveryRow = Omit<LoadedDelivery, 'firstStep' | 'failedPayment'> & {
  readonly firstStepId: string | null;
  readonly failedCheckoutId: string | null;
  readonly checkoutId: string | null;
};

async function loadFailedPayment(db: Db, checkoutId: string): Promise<FailedPayment | null> {
  const [row] = await db.$queryRaw<FailedPayment[]>`
    SELECT failed.id AS "checkoutId", failed.email, failed.name, failed.plan, failed.amount_cents AS "amountCents", failed.currency,
      failed.time_zone AS "timeZone", failed.created_at AS "orderedAt",
      failed.status <> 'failed'
        OR EXISTS (SELECT 1 FROM funnel.orders AS bought WHERE bought.paid_at > failed.created_at
          AND lower(failed.email) IN (lower(bought.email), lower(bought.funnel_email), lower(bought.form_email)))
        OR EXISTS (SELECT 1 FROM funnel.checkouts AS other WHERE other.status = 'processing' AND lower(other.email) = lower(failed.email)) AS "isSuperseded"
    FROM funnel.checkouts AS failed WHERE failed.id = ${checkoutId}::uuid`;
  return row ?? null;
}

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
      (SELECT reason FROM funnel.refund_requests AS refund_request WHERE refund_request.order_id = delivery.order_id ORDER BY requested_at DESC LIMIT 1) AS "refundReason",
      declared.name AS "declaredName", declared.statement, declared.received_at AS "withdrawnAt", declared.status AS "withdrawalStatus", declared.refund_at AS "refundAt", declared.refund_began_at AS "refundBeganAt"
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

/**
 * Locks an order's course until the transaction ends. Rejects with ComposeError if its address was corrected after the
 * delivery was loaded: what is known about the earlier address says nothing about the new one.
 */
export async function lockCourseAsLoaded(db: Db, orderId: string, { email }: LoadedDelivery): Promise<void> {
  await lockCourse(db, orderId);
  const course = await db.course.findUnique({ where: { orderId }, select: { email: true } });
  if ((course?.email ?? null) !== email) throw new ComposeError('address corrected');
}

/** Returns the reader's current address; null if there is none. */
export const readerAddressOf = ({
  firstStep,
  failedPayment,
  email,
  orderEmail,
}: Pick<LoadedDelivery, 'firstStep' | 'failedPayment' | 'email' | 'orderEmail'>): string | null =>
  firstStep?.email ?? failedPayment?.email ?? email ?? orderEmail;
