import { POLICY } from '@course/funnel';
import { recordChanges } from '../changes/record-changes.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { NOT_REDACTED, redactStored, type StoredPayload } from '../payments/redact-event.ts';
import { DAY_MS } from '../platform/clock.ts';
import { inBatches } from '../platform/in-batches.ts';
import type { Db } from '../platform/prisma.ts';

const BATCH = 500;

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** A position in the order by age. */
interface Cursor {
  readonly id: string;
  readonly createdAt: Date;
}

const START: Cursor = { id: '', createdAt: new Date(0) };

/**
 * Returns the next sessions of that age. Excludes those of buyers, those with a checkout that is not settled or is
 * younger, those with a younger request for the first step, which may be an objection to mails, and seeded ones, which
 * belong to no person.
 */
const nextSessions = (db: Db, before: Date, after: Cursor): Promise<Cursor[]> =>
  db.$queryRaw<Cursor[]>`
    SELECT id, created_at AS "createdAt" FROM funnel.sessions AS visitor
    WHERE (created_at, id) > (${after.createdAt}, ${after.id}) AND created_at < ${before} AND updated_at < ${before} AND NOT seeded
      AND NOT EXISTS (SELECT 1 FROM funnel.orders WHERE session_id = visitor.id)
      AND NOT EXISTS (SELECT 1 FROM funnel.responses WHERE session_id = visitor.id AND updated_at >= ${before})
      AND NOT EXISTS (SELECT 1 FROM funnel.checkouts WHERE session_id = visitor.id AND (status NOT IN ('expired', 'failed') OR updated_at >= ${before}))
      AND NOT EXISTS (SELECT 1 FROM funnel.first_steps WHERE session_id = visitor.id AND updated_at >= ${before})
    ORDER BY created_at, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;

const deleteSessions = async (db: Db, ids: string[]): Promise<void> => {
  await recordChanges(db, ids, 'forgotten');
  await db.paymentEvent.deleteMany({ where: { checkout: { sessionId: { in: ids } } } });
  await db.checkout.deleteMany({ where: { sessionId: { in: ids } } });
  await db.response.deleteMany({ where: { sessionId: { in: ids } } });
  await db.session.deleteMany({ where: { id: { in: ids } } });
};

/**
 * Deletes the sessions without a purchase that have not been used since, with name, address and answers. Each batch is
 * a transaction: if interrupted, it continues at the next run. Returns how many.
 */
export function forgetSessions(prisma: PrismaClient, days: number, now: Date): Promise<number> {
  const before = daysBefore(now, days);
  let after = START;
  return inBatches(BATCH, async () => {
    const deleted = await prisma.$transaction(async (db) => {
      const sessions = await nextSessions(db, before, after);
      if (sessions.length > 0)
        await deleteSessions(
          db,
          sessions.map(({ id }) => id),
        );
      return sessions;
    });
    after = deleted.at(-1) ?? after;
    return deleted.length;
  });
}

/**
 * Removes the buyer from payment events of that age, and at any age from those that changed nothing: earlier releases
 * stored them in full. Returns how many events.
 */
export function forgetPayloads(prisma: PrismaClient, days: number, now: Date): Promise<number> {
  const before = daysBefore(now, days);
  return inBatches(BATCH, async () => {
    const events = await prisma.$queryRaw<StoredPayload[]>`
      SELECT id, payload FROM funnel.payment_events
      WHERE (received_at < ${before} OR (outcome = 'ignored' AND reason = 'not handled'))
        AND ${NOT_REDACTED}
      ORDER BY received_at LIMIT ${BATCH}`;
    await prisma.$transaction(events.map((event) => redactStored(prisma, event)));
    return events.length;
  });
}

/** Deletes declarations of withdrawal that name no order. Returns how many. */
export const forgetUnmatchedWithdrawals = async (prisma: PrismaClient, days: number, now: Date): Promise<number> => {
  const where = { status: 'unmatched', receivedAt: { lt: daysBefore(now, days) } };
  return (await prisma.withdrawal.deleteMany({ where })).count;
};

export interface FirstStepAges {
  /** Days for which an unconfirmed request is kept. */
  readonly unconfirmedDays: number;
  /** Days for which any other request is kept, counted from its last change. */
  readonly days: number;
}

/**
 * Deletes requests for the first step with their addresses and mails. A request that was unsubscribed or bounced is
 * kept as long as a confirmed one, so that its address is not mailed again meanwhile. Returns how many.
 */
export function forgetFirstSteps(
  prisma: PrismaClient,
  { unconfirmedDays, days }: FirstStepAges,
  now: Date,
): Promise<number> {
  return inBatches(
    BATCH,
    () => prisma.$executeRaw`
      DELETE FROM funnel.first_steps WHERE id IN (
        SELECT id FROM funnel.first_steps WHERE updated_at < ${daysBefore(now, days)}
          OR (consented_at < ${daysBefore(now, unconfirmedDays)} AND confirmed_at IS NULL
            AND coalesce(end_reason, '') NOT IN ('unsubscribed', 'bounced'))
        LIMIT ${BATCH})`,
  );
}

/** Deletes ended course cookies that would have expired by now. */
export const forgetEndedCookies = async (prisma: PrismaClient, now: Date): Promise<void> => {
  await prisma.endedCookie.deleteMany({ where: { expiresAt: { lt: now } } });
};

/** Deletes reports about mails, and the counts of warm-up days. Stopped addresses stay stopped. */
export const forgetMailEvents = async (prisma: PrismaClient, now: Date): Promise<void> => {
  const before = daysBefore(now, POLICY.mailEventDays);
  await prisma.mailEvent.deleteMany({ where: { receivedAt: { lt: before } } });
  await prisma.mailDay.deleteMany({ where: { day: { lt: before } } });
};

const REFUSAL_DAYS = 30;

/** Deletes the hourly counts of refusals. */
export const forgetRefusals = async (prisma: PrismaClient, now: Date): Promise<void> => {
  await prisma.refusal.deleteMany({ where: { hour: { lt: daysBefore(now, REFUSAL_DAYS) } } });
};

/** Removes personal data from payment events that arrived after their person was erased. Returns how many. */
export async function redactLateEvents(prisma: PrismaClient): Promise<number> {
  const late = await prisma.$queryRaw<StoredPayload[]>`
    SELECT event.id, event.payload FROM funnel.sessions AS session
    JOIN funnel.checkouts AS checkout ON checkout.session_id = session.id
    JOIN funnel.payment_events AS event ON event.checkout_id = checkout.id
    WHERE session.id LIKE 'erased\\_%' AND ${NOT_REDACTED}`;
  for (const event of late) await redactStored(prisma, event);
  return late.length;
}
