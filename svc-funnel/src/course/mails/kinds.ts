import type { MailContext, MailDefinition, MailSubject } from './definition.ts';
import type { LoadedDelivery } from './loaded-delivery.ts';
import { checkoutReminder } from './kinds/checkout-reminder.ts';
import { confirmation } from './kinds/confirmation.ts';
import { courseLink } from './kinds/course-link.ts';
import { firstStep } from './kinds/first-step.ts';
import { firstStepConfirm } from './kinds/first-step-confirm.ts';
import { lesson } from './kinds/lesson.ts';
import { ownerAlert } from './kinds/owner-alert.ts';
import { ownerRefundRequest } from './kinds/owner-refund-request.ts';
import { ownerSecondOrder } from './kinds/owner-second-order.ts';
import { ownerWithdrawal } from './kinds/owner-withdrawal.ts';
import { paymentFailed } from './kinds/payment-failed.ts';
import { refundConfirmation } from './kinds/refund-confirmation.ts';
import { refundRequest } from './kinds/refund-request.ts';
import { secondOrder } from './kinds/second-order.ts';
import { stopped } from './kinds/stopped.ts';
import { withdrawalReceipt } from './kinds/withdrawal-receipt.ts';
import type { MailKind } from './mail.ts';

/** Everything about each kind of mail. */
export const KINDS = {
  confirmation,
  lesson,
  course_link: courseLink,
  stopped,
  second_order: secondOrder,
  refund_request: refundRequest,
  withdrawal: refundConfirmation,
  withdrawal_receipt: withdrawalReceipt,
  payment_failed: paymentFailed,
  first_step_confirm: firstStepConfirm,
  first_step: firstStep,
  checkout_reminder: checkoutReminder,
  owner_alert: ownerAlert,
  owner_refund_request: ownerRefundRequest,
  owner_second_order: ownerSecondOrder,
  owner_withdrawal: ownerWithdrawal,
} satisfies Record<MailKind, MailDefinition>;

/** A mail of one kind, with the data that its template needs. */
export type MailOf<K extends MailKind> = { readonly kind: K } & ReturnType<(typeof KINDS)[K]['data']>;

export type Mail = { readonly [K in MailKind]: MailOf<K> }[MailKind];

/** Returns a delivery's mail. Throws ComposeError. */
export const mailOf = (delivery: LoadedDelivery, context: MailContext): Mail => {
  const { kind } = delivery;
  // TypeScript does not connect the kind to the data of its definition.
  return { kind, ...KINDS[kind].data(delivery, context) } as Mail;
};

export const isForOwner = (kind: MailKind): boolean => KINDS[kind].to === 'owner';

/**
 * True if a queued mail is still to be sent. Lessons stop with the course. Mails about money, and those that were
 * requested, also go to readers who have unsubscribed. Nothing goes to a person whose data was erased.
 */
export const isStillWanted = (kind: MailKind, subject: MailSubject): boolean =>
  subject.stopReason === 'erased' ? isForOwner(kind) : KINDS[kind].isWanted(subject);
