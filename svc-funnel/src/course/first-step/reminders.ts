import { FIRST_STEP_MAILS, type FirstStepMails } from '@course/funnel';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import { queueFirstStepMail } from '../deliveries/queue-mail.ts';
import { claimUnfinished } from './state.ts';

const HOUR_MS = 3_600_000;
const BATCH = 200;

/** A reminder that was missed for so long, while the service was away, is not made up for. */
const LATEST_MS = 48 * HOUR_MS;

/**
 * Queues the one reminder of each unfinished checkout whose time has come, for visitors who consented. Returns how many.
 */
export async function queueReminders(
  prisma: PrismaClient,
  now: Date,
  { reminderHours }: Pick<FirstStepMails, 'reminderHours'> = FIRST_STEP_MAILS,
): Promise<number> {
  if (reminderHours === 0) return 0;
  const to = new Date(now.getTime() - reminderHours * HOUR_MS);
  const from = new Date(to.getTime() - LATEST_MS);
  for (let total = 0; ;) {
    const claimed = await prisma.$transaction(async (db) => {
      const unfinished = await claimUnfinished(db, { from, to, limit: BATCH });
      for (const { firstStepId, checkoutId } of unfinished)
        await queueFirstStepMail(db, { firstStepId, kind: 'checkout_reminder', details: { checkoutId }, now });
      return unfinished.length;
    });
    total += claimed;
    if (claimed < BATCH) return total;
  }
}
