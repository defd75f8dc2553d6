import type { Db } from '../platform/prisma.ts';

export type StopReason = 'refunded' | 'disputed' | 'unsubscribed' | 'bounced' | 'erased' | 'owner';

/** Reasons that a later, weaker one does not replace, and that replace weaker ones. */
const FINAL: readonly StopReason[] = ['refunded', 'disputed', 'erased'];

/**
 * Ends a course inside the caller's transaction: no lesson is queued any more, those that wait are cancelled.
 * Idempotent. Whether anything about the course changed.
 */
export async function stopCourse(db: Db, orderId: string, reason: StopReason, now: Date): Promise<boolean> {
  const stopped = await db.$executeRaw`
    UPDATE funnel.courses
    SET status = 'stopped', stop_reason = ${reason}, next_due_at = NULL, stopped_at = coalesce(stopped_at, ${now}), updated_at = ${now}
    WHERE order_id = ${orderId}::uuid
      AND (status = 'active' OR (status = 'stopped' AND ${FINAL.includes(reason)} AND stop_reason <> ALL (${FINAL as StopReason[]})))`;
  await db.delivery.updateMany({
    where: { orderId, kind: 'lesson', status: 'queued' },
    data: { status: 'cancelled', updatedAt: now },
  });
  return stopped > 0;
}
