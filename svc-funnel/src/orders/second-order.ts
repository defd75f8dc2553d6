import { POLICY } from '@course/funnel';
import type { EnrolContext } from '../course/enrol.ts';
import { queueMail } from '../course/queue-mail.ts';
import type { Order } from '../generated/prisma/client.ts';
import { renewLink } from '../links/renew-link.ts';
import type { Db } from '../platform/prisma.ts';

const DAY_MS = 86_400_000;

/** First key of the advisory locks on buyers' addresses. */
const ADDRESSES = 72_709;

/** Until when a second order can be undone with one press. */
export const undoableUntil = (paidAt: Date): Date => new Date(paidAt.getTime() + POLICY.secondOrderDays * DAY_MS);

/** Two orders of one address at the same moment: the later one waits here until the earlier one can be seen. */
const lockAddress = (db: Db, email: string) =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(${ADDRESSES}::int, hashtext(lower(${email})))`;

const isSecond = async (db: Db, { id, email, livemode, paidAt }: Order): Promise<boolean> => {
  const since = new Date(paidAt.getTime() - DAY_MS);
  const [earlier] = await db.$queryRaw<{ one: number }[]>`
    SELECT 1 AS one FROM funnel.orders
    WHERE lower(email) = lower(${email}) AND id <> ${id}::uuid AND livemode = ${livemode} AND status = 'paid' AND paid_at > ${since} LIMIT 1`;
  return earlier !== undefined;
};

/**
 * Tells the buyer, by mail alone, that this is the second order of their address within a day, with a link that undoes
 * it; and the owner. In the order's own transaction. No browser is told: whoever types an address must not learn what it
 * bought.
 */
export async function tellSecondOrder(db: Db, order: Order, { now, course }: EnrolContext): Promise<void> {
  await lockAddress(db, order.email);
  if (!(await isSecond(db, order))) return;
  const { id: orderId } = order;
  await renewLink(db, course.linkKeys, { orderId, purpose: 'undo' }, now);
  await queueMail(db, { orderId, kind: 'second_order', now });
  await queueMail(db, { orderId, kind: 'owner_second_order', now });
}
