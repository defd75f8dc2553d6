import { eraseChanges } from '../../changes/record-changes.ts';
import { sendKeyOf } from '../../course/deliveries/queue-mail.ts';
import { forgetStoppedAddresses } from '../../course/deliveries/stopped-addresses.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { redactStored } from '../../payments/redact-event.ts';
import {
  lockCheckouts,
  lockCourses,
  lockDeclarations,
  lockFirstSteps,
  lockOrders,
  lockPaymentEvents,
  lockSessions,
} from '../../platform/locks.ts';
import type { Db } from '../../platform/prisma.ts';
import type { Person } from './find-person.ts';

/** Replaces an address where one is required; `.invalid` never resolves (RFC 2606). */
const ERASED_ADDRESS = 'erased@erased.invalid';

export interface EraseContext {
  readonly now: Date;
  /** The lessons of a reader without answers; the person's own lessons would reveal theirs. */
  readonly lessonIds: string[];
}

/** Locks the person's rows in the order of platform/locks.ts, before any is changed. */
const lockRows = async (db: Db, person: Person): Promise<void> => {
  const { checkoutIds, declarationIds, eventIds, orderIds, sessionIds, firstStepIds } = person;
  await lockCheckouts(db, checkoutIds);
  await lockDeclarations(db, declarationIds);
  await lockPaymentEvents(db, eventIds);
  await lockOrders(db, orderIds);
  await lockCourses(db, orderIds);
  await lockSessions(db, sessionIds);
  await lockFirstSteps(db, firstStepIds);
};

const eraseSessions = async (db: Db, { sessionIds }: Person): Promise<void> => {
  await db.response.deleteMany({ where: { sessionId: { in: sessionIds } } });
  await db.session.deleteMany({ where: { id: { in: sessionIds }, checkouts: { none: {} }, orders: { none: {} } } });
  // The id is in a browser's cookie and was in page views. The foreign keys of checkouts and orders follow the new one.
  await db.$executeRaw`
    WITH renamed AS (
      UPDATE funnel.sessions
      SET id = 'erased_' || gen_random_uuid(), email = NULL, name = NULL, completed_at = NULL, time_zone = NULL, utm = NULL, click_ids = NULL, variant = NULL
      WHERE id = ANY (${sessionIds}::text[]) RETURNING id
    )
    INSERT INTO funnel.changes (session_id) SELECT id FROM renamed`;
  await eraseChanges(db, sessionIds);
};

const erasePurchases = async (
  db: Db,
  { checkoutIds, orderIds, declarationIds }: Person,
  { now, lessonIds }: EraseContext,
): Promise<void> => {
  await db.checkout.updateMany({
    where: { id: { in: checkoutIds } },
    data: { email: null, name: null, planAnswers: Prisma.DbNull, timeZone: null, clientSecret: null },
  });
  await db.order.updateMany({
    where: { id: { in: orderIds } },
    data: { email: ERASED_ADDRESS, funnelEmail: null, formEmail: null },
  });
  await db.course.updateMany({
    where: { orderId: { in: orderIds } },
    data: {
      email: ERASED_ADDRESS,
      name: null,
      timeZone: 'UTC',
      weekOrder: [],
      lessonIds,
      planAnswers: {},
      sendHour: null,
      weekdaysOnly: false,
      pausedUntil: null,
      unsubscribedAt: null,
    },
  });
  await db.lessonMark.deleteMany({ where: { orderId: { in: orderIds } } });
  await db.$executeRaw`
    UPDATE funnel.courses SET status = 'stopped', stop_reason = 'erased', next_due_at = NULL, stopped_at = coalesce(stopped_at, ${now}), updated_at = ${now}
    WHERE order_id = ANY (${orderIds}::uuid[])`;
  await db.courseLink.deleteMany({ where: { orderId: { in: orderIds } } });
  await db.refundRequest.updateMany({ where: { orderId: { in: orderIds } }, data: { reason: null } });
  await db.withdrawal.deleteMany({ where: { id: { in: declarationIds } } });
  await db.withdrawal.updateMany({
    where: { orderId: { in: orderIds } },
    data: { name: 'erased', reference: 'erased', statement: 'erased' },
  });
};

const eraseMails = async (
  db: Db,
  { orderIds, checkoutIds, firstStepIds, addresses }: Person,
  { now }: EraseContext,
): Promise<void> => {
  const deliveries = await db.delivery.findMany({
    where: {
      OR: [{ orderId: { in: orderIds } }, { checkoutId: { in: checkoutIds } }, { firstStepId: { in: firstStepIds } }],
    },
    select: { id: true },
  });
  const ids = deliveries.map(({ id }) => id);
  await db.delivery.updateMany({
    where: { id: { in: ids }, status: 'queued' },
    data: { status: 'cancelled', updatedAt: now },
  });
  await forgetStoppedAddresses(db, addresses);
  await db.mailEvent.deleteMany({ where: { deliveryId: { in: ids } } });
  await db.$executeRaw`UPDATE funnel.deliveries SET details = NULL WHERE id = ANY (${ids}::uuid[])`;
  // A running job finds its mail cancelled, or has already sent it.
  await db.$queryRaw`
    SELECT count(*)::int AS removed FROM graphile_worker.complete_jobs(ARRAY(
      SELECT id FROM graphile_worker.jobs WHERE key = ANY (${ids.map(sendKeyOf)}::text[]) AND locked_at IS NULL))`;
  // Their mails are deleted with them.
  await db.firstStep.deleteMany({ where: { id: { in: firstStepIds } } });
};

const eraseEvents = async (db: Db, { eventIds }: Person): Promise<void> => {
  for (const id of eventIds) await redactStored(db, await db.paymentEvent.findUniqueOrThrow({ where: { id } }));
};

/** Removes the person from every row, inside the caller's transaction. Returns how many page views were unlinked. */
export async function eraseRows(db: Db, person: Person, context: EraseContext): Promise<{ pageViews: number }> {
  await lockRows(db, person);
  await eraseMails(db, person, context);
  await erasePurchases(db, person, context);
  await eraseEvents(db, person);
  const [unlinked] = await db.$queryRaw<
    { views: bigint }[]
  >`SELECT tracking.unlink_sessions(${person.sessionIds}::text[]) AS views`;
  await eraseSessions(db, person);
  return { pageViews: Number(unlinked?.views ?? 0) };
}
