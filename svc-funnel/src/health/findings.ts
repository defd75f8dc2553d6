import { POLICY } from '@course/funnel';
import { stoppedError } from '../course/deliveries/stopped-addresses.ts';
import type { AlertLine } from '../course/mails/kinds/owner-alert.ts';
import { HELD_FOR_WARM_UP } from '../course/sending/warm-up.ts';
import { AWAITING_REFUND, REFUND_URGENT_DAYS } from '../course/refund-periods.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { LOST_DISPUTES } from '../orders/order-status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts';

/** The time limits of the findings. */
export const momentsAt = (now: Date) => {
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  return {
    /** A confirmation may wait for the mail server, or a refund's event for its order, until it is this old. */
    tenMinutesAgo: before(10 * MINUTE_MS),
    hourAgo: before(HOUR_MS),
    dayAgo: before(DAY_MS),
    weekAgo: before(7 * DAY_MS),
    twoWeeksAgo: before(14 * DAY_MS),
    /** Withdrawals from before this time should have been refunded. */
    refundedBefore: before(REFUND_URGENT_DAYS * DAY_MS),
  };
};

interface FindingText {
  readonly what: string;
  /** What the owner should type or do. */
  readonly todo: string;
}

interface StoredFinding extends FindingText {
  /** Selects an example, mostly an order's id, and since when it has been waiting. */
  readonly rows: (moments: ReturnType<typeof momentsAt>) => Prisma.Sql;
}

/** Within a day. Internet scanners post something now and then; a wrong secret makes every event fail. */
const MANY_REFUSALS = 10;

const manyRefusals = (kind: 'signature' | 'mail_signature', dayAgo: Date): Prisma.Sql => Prisma.sql`
  SELECT hour::text, hour FROM funnel.refusals WHERE kind = ${kind} AND hour > ${dayAgo}
    AND (SELECT sum(count) FROM funnel.refusals WHERE kind = ${kind} AND hour > ${dayAgo}) >= ${MANY_REFUSALS}`;

/** True while neither the shop nor the bank has refunded an order. */
const NOT_PAID_BACK = Prisma.sql`bought.status <> 'refunded' AND coalesce(bought.dispute_status, '') <> ALL (${LOST_DISPUTES})`;

/**
 * What may need the owner's attention, most urgent first. A stopped course counts as settled, by the owner or the
 * buyer; but one stopped by a dispute waits for the owner once the dispute has ended. The receipt of a withdrawal,
 * which itself stops the course, is owed until its refund begins, and the confirmation of a refund (`withdrawal`)
 * always.
 */
export const IN_DATABASE = {
  unconfirmed: {
    what: 'Orders without a sent confirmation',
    todo: 'npm run owner -- orders show <order>, then resend <order> confirmation',
    rows: ({ tenMinutesAgo }) => Prisma.sql`
      SELECT bought.id::text, bought.paid_at FROM funnel.orders AS bought
      JOIN funnel.courses AS course ON course.order_id = bought.id
      WHERE bought.status = 'paid' AND bought.paid_at < ${tenMinutesAgo} AND course.status <> 'stopped'
        AND NOT EXISTS (SELECT 1 FROM funnel.deliveries WHERE order_id = bought.id AND kind = 'confirmation' AND status = 'sent')
        AND NOT EXISTS (SELECT 1 FROM funnel.deliveries WHERE order_id = bought.id AND kind = 'confirmation' AND dismissed_at IS NOT NULL)`,
  },
  unenrolled: {
    what: 'Paid orders without a course',
    todo: 'wait: svc-funnel starts their courses within an hour; if a plan is no longer sold, refund <order>',
    rows: () => Prisma.sql`
      SELECT bought.id::text, bought.paid_at FROM funnel.orders AS bought
      JOIN funnel.sessions AS buyer ON buyer.id = bought.session_id AND NOT buyer.seeded
      WHERE bought.status = 'paid' AND NOT EXISTS (SELECT 1 FROM funnel.courses WHERE order_id = bought.id)`,
  },
  overdue: {
    what: 'Courses whose next lesson is over an hour late',
    todo: 'look at the log of svc-funnel: its worker is not running, or is falling behind',
    rows: ({ hourAgo }) =>
      Prisma.sql`SELECT order_id::text, next_due_at FROM funnel.courses WHERE status = 'active' AND next_due_at < ${hourAgo}`,
  },
  backlog: {
    what: 'Mails that have waited for over an hour',
    todo: 'look at the mail server and SMTP_URL; they are sent once it answers',
    rows: ({ hourAgo }) =>
      Prisma.sql`SELECT coalesce(order_id::text, id::text), due_at FROM funnel.deliveries WHERE status = 'queued' AND due_at < ${hourAgo}`,
  },
  failed_mails: {
    what: 'Mails that were given up',
    todo: 'npm run owner -- orders show <order>, then mail resend <delivery>, or mail dismiss <delivery>',
    rows: () => Prisma.sql`
      SELECT coalesce(failed.order_id::text, failed.id::text), failed.due_at FROM funnel.deliveries AS failed
      LEFT JOIN funnel.courses AS course ON course.order_id = failed.order_id
      WHERE failed.status = 'failed' AND failed.first_step_id IS NULL AND failed.dismissed_at IS NULL
        AND (course.status IS DISTINCT FROM 'stopped' OR failed.kind = 'withdrawal'
          OR (failed.kind = 'withdrawal_receipt' AND EXISTS (SELECT 1 FROM funnel.withdrawals WHERE order_id = failed.order_id AND status = 'received')))
        AND NOT EXISTS (SELECT 1 FROM funnel.deliveries AS later
          WHERE later.order_id IS NOT DISTINCT FROM failed.order_id AND later.checkout_id IS NOT DISTINCT FROM failed.checkout_id AND later.kind = failed.kind AND later.kind <> 'lesson'
            AND later.created_at > failed.created_at AND later.status IN ('queued', 'sent'))`,
  },
  bounced: {
    what: 'Courses whose address accepts no mail',
    todo: 'npm run owner -- course resume <order> --email <address>, or course stop <order>',
    rows: () =>
      Prisma.sql`SELECT order_id::text, stopped_at FROM funnel.courses WHERE status = 'stopped' AND stop_reason = 'bounced'`,
  },
  unserved: {
    what: 'Courses that were bought at an address that gets no mail since a complaint',
    todo: 'ask the buyer, then npm run owner -- mail lift <address> and course resume <order>, or refund <order>, or course stop <order>',
    rows: () => Prisma.sql`
      SELECT course.order_id::text, course.stopped_at FROM funnel.courses AS course
      JOIN funnel.orders AS bought ON bought.id = course.order_id
      WHERE course.status = 'stopped' AND course.stop_reason = 'complained' AND bought.status = 'paid'
        AND (EXISTS (SELECT 1 FROM funnel.stopped_addresses AS stopped WHERE lower(stopped.address) = lower(course.email) AND bought.paid_at > stopped.stopped_at)
          OR EXISTS (SELECT 1 FROM funnel.deliveries WHERE order_id = bought.id AND kind = 'lesson' AND last_error = ${stoppedError('complained')}))`,
  },
  complaints: {
    what: 'Readers who marked a mail as spam within a week',
    todo: 'npm run owner -- mail stopped; more than one in a thousand mails: look at what was sent, and send less for a while',
    rows: ({ weekAgo }) => Prisma.sql`
      SELECT coalesce(mail.order_id::text, mail.id::text), event.received_at FROM funnel.mail_events AS event
      JOIN funnel.deliveries AS mail ON mail.id = event.delivery_id
      WHERE event.kind = 'complaint' AND event.outcome = 'stopped' AND event.received_at > ${weekAgo}`,
  },
  warm_up: {
    what: "Mails that somebody is waiting for, held until tomorrow: today's share of the warm-up is used up",
    todo: 'raise MAIL_WARM_UP if the mail provider allows more',
    rows: () => Prisma.sql`
      SELECT coalesce(order_id::text, id::text), due_at FROM funnel.deliveries
      WHERE status = 'queued' AND last_error = ${HELD_FOR_WARM_UP} AND kind <> 'lesson'`,
  },
  bounce_mailbox: {
    what: 'A bounce mailbox that could not be read for over an hour',
    todo: 'check IMAP_URL with the mail provider; what has arrived meanwhile is read afterwards',
    rows: ({ dayAgo, hourAgo }) =>
      Prisma.sql`SELECT 'IMAP_URL', failing_since FROM funnel.bounce_mailbox WHERE failing_since < ${hourAgo} AND tried_at > ${dayAgo}`,
  },
  mail_signatures: {
    what: 'Hours in which mail webhooks had a wrong signature',
    todo: "compare MAILGUN_SIGNING_KEY or SENDGRID_VERIFICATION_KEY with the provider's dashboard; none of them was accepted",
    rows: ({ dayAgo }) => manyRefusals('mail_signature', dayAgo),
  },
  failed_refunds: {
    what: 'Refunds that failed: their amounts are back in your balance',
    todo: "Stripe's dashboard says why; refund <order> again, or pay the buyer in another way and decline <order>",
    rows: () => Prisma.sql`
      SELECT failed.order_id::text, failed.provider_event_at FROM funnel.failed_refunds AS failed
      JOIN funnel.orders AS bought ON bought.id = failed.order_id
      WHERE failed.settled_at IS NULL AND failed.provider_event_at >= coalesce(bought.refund_provider_event_at, failed.provider_event_at)`,
  },
  overdue_withdrawals: {
    what: `Withdrawals that are not refunded after ${REFUND_URGENT_DAYS} days`,
    todo: `npm run owner -- refund <order> says why; the law requires the refund within ${POLICY.withdrawalRefundDays} days`,
    rows: ({ refundedBefore }) => Prisma.sql`
      SELECT bought.id::text, withdrawal.received_at
      FROM funnel.withdrawals AS withdrawal JOIN funnel.orders AS bought ON bought.id = withdrawal.order_id
      WHERE ${NOT_PAID_BACK}
        AND withdrawal.status = ANY (${AWAITING_REFUND})
        AND greatest(withdrawal.received_at, bought.paid_at) < ${refundedBefore}`,
  },
  late_withdrawals: {
    what: 'Withdrawals after the legal time that wait for your decision',
    todo: 'npm run owner -- refund <order>, or decline <order> and write to the buyer',
    rows: () => Prisma.sql`
      SELECT bought.id::text, withdrawal.received_at
      FROM funnel.withdrawals AS withdrawal JOIN funnel.orders AS bought ON bought.id = withdrawal.order_id
      WHERE ${NOT_PAID_BACK} AND withdrawal.status = 'late'`,
  },
  unmatched_withdrawals: {
    what: 'Withdrawals that match no order, received within two weeks',
    todo: 'npm run owner -- withdrawals: if you find the order of a mistyped number or address, refund <order>, else reply to the sender',
    rows: ({ twoWeeksAgo }) => Prisma.sql`
      SELECT to_char(received_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), received_at
      FROM funnel.withdrawals WHERE status = 'unmatched' AND received_at > ${twoWeeksAgo}`,
  },
  refund_requests: {
    what: 'Refund requests that wait',
    todo: 'npm run owner -- refund <order>, or decline <order>',
    rows: () => Prisma.sql`SELECT order_id::text, requested_at FROM funnel.refund_requests WHERE status = 'open'`,
  },
  disputes: {
    what: 'Disputed payments that wait for an answer',
    todo: "answer in Stripe's dashboard before its deadline",
    rows: () => Prisma.sql`SELECT id::text, disputed_at FROM funnel.orders WHERE dispute_status LIKE '%needs_response'`,
  },
  ended_disputes: {
    what: 'Paid orders without lessons since a dispute that has ended in your favour',
    todo: 'npm run owner -- course resume <order>, or refund <order>, or course stop <order>',
    rows: () => Prisma.sql`
      SELECT bought.id::text, course.stopped_at FROM funnel.orders AS bought
      JOIN funnel.courses AS course ON course.order_id = bought.id
      WHERE bought.status = 'paid' AND course.status = 'stopped' AND course.stop_reason = 'disputed' AND course.unsubscribed_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM funnel.withdrawals WHERE order_id = bought.id AND status = ANY (${AWAITING_REFUND}))`,
  },
  failed_events: {
    what: 'Payment events that were refused',
    todo: 'npm run owner -- webhook list, then replay <event>, or dismiss <event>',
    rows: () => Prisma.sql`SELECT id, received_at FROM funnel.payment_events WHERE outcome IN ('refused', 'received')`,
  },
  signatures: {
    what: 'Hours in which webhooks had a wrong signature',
    todo: "compare STRIPE_WEBHOOK_SECRET with Stripe's dashboard; if they match, somebody is guessing; none of them was accepted",
    rows: ({ dayAgo }) => manyRefusals('signature', dayAgo),
  },
  unknown_checkouts: {
    what: 'Payment events for a checkout that is not ours',
    todo: 'npm run owner -- webhook list, then replay <event>, or dismiss <event>',
    rows: ({ tenMinutesAgo }) =>
      Prisma.sql`SELECT id, received_at FROM funnel.payment_events WHERE outcome = 'unknown_checkout' AND received_at < ${tenMinutesAgo}`,
  },
} as const satisfies Record<string, StoredFinding>;

export const FINDINGS = {
  ...IN_DATABASE,
  lessons: { what: 'Lessons that cannot be read', todo: 'npm run check:content says what is wrong with each' },
} as const satisfies Record<string, FindingText>;

export type FindingKind = keyof typeof FINDINGS;

export interface Finding {
  readonly kind: FindingKind;
  readonly count: number;
  /** Since when the oldest of them has been waiting; null if it has no time. */
  readonly since: Date | null;
  /** The first few: orders, events, files. Never an address. */
  readonly examples: readonly string[];
}

/** Returns the finding in the form that the alert's template expects. */
export const toMail = ({ kind, count }: Finding): AlertLine => {
  const { what, todo } = FINDINGS[kind];
  return { what, todo, count };
};
