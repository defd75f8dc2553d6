import { CATALOGUE, DAYS_A_WEEK, WEEK_ORDER_IDS } from '@course/funnel/course';
import { lessonFileName } from '@course/funnel/lessons';
import { stoppedError } from '../course/deliveries/stopped-addresses.ts';
import { HELD_FOR_WARM_UP } from '../course/sending/warm-up.ts';
import type { Lessons } from '../course/lessons/lessons.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import type { Db } from '../platform/prisma.ts';
import type { Finding } from './findings.ts';

const EXAMPLES = 5;
/** A confirmation may wait for the mail server, a refund's event for its order, so long. */
const SETTLED_WITHIN_MS = 10 * MINUTE_MS;
/** Of the 14 in which the refund of a withdrawal has to be made. */
const REFUND_DAYS = 10;
/** Within a day. Scanners of the whole internet post something now and then; a wrong secret refuses every event. */
const MANY_SIGNATURES = 10;

/** What an order is found as; its number is shown. */
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** Lessons by id. */
export type LessonSource = Pick<Lessons, 'get'>;

/**
 * One statement, one moment. `now` is by the clock that the rows were written with. A stopped course is a settled one: the
 * owner, or the buyer, has decided; one that a dispute stopped waits for the owner once the dispute has ended. The receipt
 * of a withdrawal, which stops the course itself, is owed until its refund begins.
 */
const inDatabase = (db: Db, now: Date): Promise<Finding[]> => {
  const settledBefore = new Date(now.getTime() - SETTLED_WITHIN_MS);
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const refundedBefore = new Date(now.getTime() - REFUND_DAYS * DAY_MS);
  const weekAgo = new Date(now.getTime() - 7 * DAY_MS);
  return db.$queryRaw<Finding[]>`
    WITH found (kind, example, since) AS (
      SELECT 'unconfirmed', bought.id::text, bought.paid_at FROM funnel.orders AS bought
      JOIN funnel.courses AS course ON course.order_id = bought.id
      WHERE bought.status = 'paid' AND bought.paid_at < ${settledBefore} AND course.status <> 'stopped'
        AND NOT EXISTS (SELECT 1 FROM funnel.deliveries WHERE order_id = bought.id AND kind = 'confirmation' AND status = 'sent')
      UNION ALL
      SELECT 'unenrolled', bought.id::text, bought.paid_at FROM funnel.orders AS bought
      JOIN funnel.sessions AS buyer ON buyer.id = bought.session_id AND NOT buyer.seeded
      WHERE bought.status = 'paid' AND NOT EXISTS (SELECT 1 FROM funnel.courses WHERE order_id = bought.id)
      UNION ALL
      SELECT 'overdue', order_id::text, next_due_at FROM funnel.courses WHERE status = 'active' AND next_due_at < ${hourAgo}
      UNION ALL
      SELECT 'backlog', coalesce(order_id::text, id::text), due_at FROM funnel.deliveries WHERE status = 'queued' AND due_at < ${hourAgo}
      UNION ALL
      SELECT 'failed_mails', coalesce(failed.order_id::text, failed.id::text), failed.due_at FROM funnel.deliveries AS failed
      LEFT JOIN funnel.courses AS course ON course.order_id = failed.order_id
      WHERE failed.status = 'failed' AND failed.first_step_id IS NULL AND failed.dismissed_at IS NULL
        AND (course.status IS DISTINCT FROM 'stopped'
          OR (failed.kind = 'withdrawal_receipt' AND EXISTS (SELECT 1 FROM funnel.withdrawals WHERE order_id = failed.order_id AND status = 'received')))
        AND NOT EXISTS (SELECT 1 FROM funnel.deliveries AS later
          WHERE later.order_id IS NOT DISTINCT FROM failed.order_id AND later.checkout_id IS NOT DISTINCT FROM failed.checkout_id AND later.kind = failed.kind AND later.kind <> 'lesson'
            AND later.created_at > failed.created_at AND later.status IN ('queued', 'sent'))
      UNION ALL
      SELECT 'bounced', order_id::text, stopped_at FROM funnel.courses WHERE status = 'stopped' AND stop_reason = 'bounced'
      UNION ALL
      SELECT 'unserved', course.order_id::text, course.stopped_at FROM funnel.courses AS course
      JOIN funnel.orders AS bought ON bought.id = course.order_id
      WHERE course.status = 'stopped' AND course.stop_reason = 'complained' AND bought.status = 'paid'
        AND (EXISTS (SELECT 1 FROM funnel.stopped_addresses AS stopped WHERE lower(stopped.address) = lower(course.email) AND bought.paid_at > stopped.stopped_at)
          OR EXISTS (SELECT 1 FROM funnel.deliveries WHERE order_id = bought.id AND kind = 'lesson' AND last_error = ${stoppedError('complained')}))
      UNION ALL
      SELECT 'complaints', coalesce(mail.order_id::text, mail.id::text), event.received_at FROM funnel.mail_events AS event
      JOIN funnel.deliveries AS mail ON mail.id = event.delivery_id
      WHERE event.kind = 'complaint' AND event.outcome = 'stopped' AND event.received_at > ${weekAgo}
      UNION ALL
      SELECT 'warm_up', coalesce(order_id::text, id::text), due_at FROM funnel.deliveries
      WHERE status = 'queued' AND last_error = ${HELD_FOR_WARM_UP} AND kind <> 'lesson'
      UNION ALL
      SELECT 'bounce_mailbox', 'IMAP_URL', failing_since FROM funnel.bounce_mailbox WHERE failing_since < ${hourAgo} AND tried_at > ${dayAgo}
      UNION ALL
      SELECT 'mail_signatures', hour::text, hour FROM funnel.refusals WHERE kind = 'mail_signature' AND hour > ${dayAgo}
        AND (SELECT sum(count) FROM funnel.refusals WHERE kind = 'mail_signature' AND hour > ${dayAgo}) >= ${MANY_SIGNATURES}
      UNION ALL
      SELECT 'refund_requests', order_id::text, requested_at FROM funnel.refund_requests WHERE status = 'open'
      UNION ALL
      SELECT CASE WHEN asked.status = 'late' THEN 'late_withdrawals' ELSE 'overdue_withdrawals' END, bought.id::text, asked.received_at
      FROM funnel.withdrawals AS asked JOIN funnel.orders AS bought ON bought.id = asked.order_id
      WHERE bought.status <> 'refunded' AND coalesce(bought.dispute_status, '') NOT IN ('lost', 'appeal_needs_response', 'appeal_under_review')
        AND (asked.status = 'late' OR (asked.status IN ('received', 'refunding') AND greatest(asked.received_at, bought.paid_at) < ${refundedBefore}))
      UNION ALL
      SELECT 'failed_refunds', failed.order_id::text, failed.provider_event_at FROM funnel.failed_refunds AS failed
      JOIN funnel.orders AS bought ON bought.id = failed.order_id
      WHERE failed.settled_at IS NULL AND failed.provider_event_at >= coalesce(bought.refund_provider_event_at, failed.provider_event_at)
      UNION ALL
      SELECT 'disputes', id::text, disputed_at FROM funnel.orders WHERE dispute_status LIKE '%needs_response'
      UNION ALL
      SELECT 'ended_disputes', bought.id::text, course.stopped_at FROM funnel.orders AS bought
      JOIN funnel.courses AS course ON course.order_id = bought.id
      WHERE bought.status = 'paid' AND course.status = 'stopped' AND course.stop_reason = 'disputed' AND course.unsubscribed_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM funnel.withdrawals WHERE order_id = bought.id AND status IN ('received', 'refunding'))
      UNION ALL
      SELECT 'failed_events', id, received_at FROM funnel.payment_events WHERE outcome IN ('refused', 'received')
      UNION ALL
      SELECT 'signatures', hour::text, hour FROM funnel.refusals WHERE kind = 'signature' AND hour > ${dayAgo}
        AND (SELECT sum(count) FROM funnel.refusals WHERE kind = 'signature' AND hour > ${dayAgo}) >= ${MANY_SIGNATURES}
      UNION ALL
      SELECT 'unknown_checkouts', id, received_at FROM funnel.payment_events WHERE outcome = 'unknown_checkout' AND received_at < ${settledBefore}
    )
    SELECT kind, count(*)::int AS count, min(since) AS since, (array_agg(coalesce(bought.number, example) ORDER BY since, example))[1:${EXAMPLES}::int] AS examples
    FROM found LEFT JOIN funnel.orders AS bought ON bought.id = CASE WHEN example ~ ${UUID} THEN example::uuid END GROUP BY kind`;
};

/** The lessons that a course may have: those of plans made now, and of courses of weeks. */
const LESSON_IDS = [...WEEK_ORDER_IDS, ...CATALOGUE.lessons.map(({ id }) => id)];

/** Those of the next week, and those on their way: an earlier catalogue may have had them. */
const lessonsToSend = async (db: Db): Promise<string[]> => {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT unnest(lesson_ids[lessons_queued + 1:lessons_queued + ${DAYS_A_WEEK}::int]) AS id FROM funnel.courses WHERE status = 'active'
    UNION SELECT unnest(course.lesson_ids[mail.place:mail.place]) FROM funnel.deliveries AS mail
      JOIN funnel.courses AS course ON course.order_id = mail.order_id WHERE mail.kind = 'lesson' AND mail.status = 'queued'`;
  return rows.map(({ id }) => id);
};

const inLessons = async (db: Db, lessons: LessonSource): Promise<Finding[]> => {
  const ids = new Set([...LESSON_IDS, ...(await lessonsToSend(db))]);
  const examples = [...ids].filter((id) => !lessons.get(id)).map(lessonFileName);
  return examples.length === 0
    ? []
    : [{ kind: 'lessons', count: examples.length, since: null, examples: examples.slice(0, EXAMPLES) }];
};

/** Everything that needs a hand now. */
export const findAll = async (db: Db, lessons: LessonSource, now: Date): Promise<Finding[]> => [
  ...(await inDatabase(db, now)),
  ...(await inLessons(db, lessons)),
];
