import type { PrismaClient } from '../generated/prisma/client.ts';
import { enqueueSend } from './enqueue-send.ts';
import { enrol, type EnrolContext } from './enrol.ts';
import type { MailKind } from './mail-kind.ts';

const BATCH = 200;

/** Starts the courses of paid orders that have none: those of the version before courses. Seeded ones get none. Answers how many. */
export async function enrolMissing(prisma: PrismaClient, context: EnrolContext): Promise<number> {
  for (let total = 0; ;) {
    const orders = await prisma.order.findMany({
      where: { status: 'paid', course: null, session: { seeded: false } },
      orderBy: { paidAt: 'asc' },
      take: BATCH,
    });
    for (const order of orders) await prisma.$transaction((db) => enrol(db, order, context));
    total += orders.length;
    if (orders.length < BATCH) return total;
  }
}

/**
 * Gives every mail that waits without a job a new one: its last attempt died with its process. Answers how many.
 */
export async function requeueMailsWithoutJob(prisma: PrismaClient): Promise<number> {
  return prisma.$transaction(async (db) => {
    const forgotten = await db.$queryRaw<{ id: string; kind: MailKind }[]>`
      SELECT id, kind FROM funnel.deliveries AS delivery
      WHERE status = 'queued' AND NOT EXISTS (
        SELECT 1 FROM graphile_worker._private_jobs AS job
        WHERE job.key = 'send:' || delivery.id AND (job.attempts < job.max_attempts OR job.locked_at IS NOT NULL))
      LIMIT ${BATCH}`;
    for (const delivery of forgotten) await enqueueSend(db, delivery);
    return forgotten.length;
  });
}
