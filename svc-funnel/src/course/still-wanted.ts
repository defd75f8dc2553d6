import type { MailKind } from './mail-kind.ts';

export interface StandOfOrder {
  /** `paid`, `refunded` or `disputed`; null without an order. */
  readonly orderStatus: string | null;
  /** `active`, `finished` or `stopped`; null without a course. */
  readonly courseStatus: string | null;
  readonly stopReason: string | null;
}

/**
 * Whether a mail that waits is still to be sent. Lessons end with the course; what is about money or was asked for
 * goes to whoever left, too; nothing goes to somebody whose data was erased.
 */
export function isStillWanted(kind: MailKind, { orderStatus, courseStatus, stopReason }: StandOfOrder): boolean {
  if (stopReason === 'erased')
    return kind === 'owner_alert' || kind === 'owner_refund_request' || kind === 'owner_second_order';
  const isPaid = orderStatus === 'paid';
  switch (kind) {
    case 'lesson':
      return isPaid && (courseStatus === 'active' || courseStatus === 'finished');
    case 'confirmation':
    case 'second_order':
      return isPaid;
    // A reader who has started again needs no way to do so.
    case 'stopped':
      return isPaid && stopReason === 'unsubscribed';
    case 'course_link':
    case 'refund_request':
    case 'withdrawal':
    case 'owner_refund_request':
    case 'owner_second_order':
    case 'owner_alert':
      return true;
    default:
      return kind satisfies never;
  }
}
