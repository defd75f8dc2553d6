import { FIRST_STEP_MAILS, type FirstStepMails } from '@course/funnel';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import { inBatches } from '../../platform/in-batches.ts';
import type { Db } from '../../platform/prisma.ts';
import { queueMail } from '../deliveries/queue-mail.ts';
import { ALLOWS_REMINDER, IS_OPEN } from './state.ts';

const BATCH = 200;

/** How late a reminder may still be sent after the service was down. */
const LATE_LIMIT_MS = 48 * HOUR_MS;

interface Window {
  readonly from: Date;
  readonly to: Date;
  readonly limit: number;
}

interface Unfinished {
  readonly firstStepId: string;
  readonly checkoutId: string;
}

/**
 * Returns confirmed requests without a reminder whose latest checkout was left unpaid, with that checkout. The later of
 * confirmation and checkout lies between `from` and `to`. They are locked until the transaction ends; those that
 * another process has locked are skipped.
 */
const claimUnfinished = (db: Db, { from, to, limit }: Window): Promise<Unfinished[]> =>
  db.$queryRaw<Unfinished[]>`
    WITH recent AS (
      SELECT id FROM funnel.first_steps WHERE ended_at IS NULL AND confirmed_at BETWEEN ${from} AND ${to}
      UNION
      SELECT request.id FROM funnel.checkouts AS opened JOIN funnel.first_steps AS request USING (session_id)
      WHERE opened.status IN ('open', 'expired') AND opened.created_at BETWEEN ${from} AND ${to} AND request.ended_at IS NULL
    )
    SELECT request.id AS "firstStepId", latest.id AS "checkoutId"
    FROM recent JOIN funnel.first_steps AS request USING (id)
    CROSS JOIN LATERAL (
      SELECT id, status, created_at FROM funnel.checkouts WHERE session_id = request.session_id ORDER BY created_at DESC LIMIT 1
    ) AS latest
    WHERE request.confirmed_at <= ${to} AND latest.status IN ('open', 'expired')
      AND greatest(request.confirmed_at, latest.created_at) BETWEEN ${from} AND ${to}
      AND ${ALLOWS_REMINDER} AND ${IS_OPEN}
      AND NOT EXISTS (SELECT 1 FROM funnel.deliveries WHERE first_step_id = request.id AND kind = 'checkout_reminder')
    ORDER BY request.confirmed_at LIMIT ${limit} FOR UPDATE OF request SKIP LOCKED`;

/**
 * Queues the only reminder of each unfinished checkout for which it is due, for visitors who consented. Returns how
 * many.
 */
export async function queueReminders(
  prisma: PrismaClient,
  now: Date,
  { reminderHours }: Pick<FirstStepMails, 'reminderHours'> = FIRST_STEP_MAILS,
): Promise<number> {
  if (reminderHours === 0) return 0;
  const to = new Date(now.getTime() - reminderHours * HOUR_MS);
  const from = new Date(to.getTime() - LATE_LIMIT_MS);
  const queueBatch = async (db: Db): Promise<number> => {
    const unfinished = await claimUnfinished(db, { from, to, limit: BATCH });
    for (const { firstStepId, checkoutId } of unfinished)
      await queueMail(db, { firstStepId, kind: 'checkout_reminder', details: { checkoutId }, now });
    return unfinished.length;
  };
  return inBatches(BATCH, () => prisma.$transaction(queueBatch));
}
