import { randomUUID } from 'node:crypto';
import { type Order, Prisma, type PrismaClient, type Withdrawal } from '../../generated/prisma/client.ts';
import { isSameAddress } from '../../orders/buyer-email.ts';
import { orderNumberIn } from '../../orders/order-number.ts';
import { type Clock, MINUTE_MS } from '../../platform/clock.ts';
import { lockCourses, lockDeclarations } from '../../platform/locks.ts';
import type { Db } from '../../platform/prisma.ts';
import { enqueue } from '../../queue/enqueue.ts';
import type { Task } from '../../queue/tasks.ts';
import { queueMail } from '../deliveries/queue-mail.ts';
import { stopCourse } from '../enrolment/stop-and-resume.ts';
import {
  AWAITING_REFUND,
  AWAITING_REFUND_OR_OWNER,
  isDeclaredInTime,
  scheduledRefundAt,
  type WithdrawalStatus,
} from '../refund-periods.ts';

/** Adds the job that matches a declaration with its orders to the caller's transaction. */
export const queueMatch = (db: Db, withdrawalId: string): Promise<void> =>
  enqueue(db, 'match-withdrawal', { withdrawalId }, { key: `match-withdrawal:${withdrawalId}` });

/** SQL: the buyer of `bought` gave this address, in the funnel, at the card form or as a correction. */
const namesBuyer = (reference: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`lower(${reference}) IN (lower(bought.email), lower(bought.funnel_email), lower(bought.form_email))`;

const MATCHED_WITHIN_MS = 10 * MINUTE_MS;

/**
 * Queues a new job for each declaration that still waits to be matched after ten minutes: its job may have been given
 * up. Returns how many.
 */
export const requeueDeclared = (prisma: PrismaClient, now: Date): Promise<number> =>
  prisma.$transaction(async (db) => {
    const receivedAt = { lt: new Date(now.getTime() - MATCHED_WITHIN_MS) };
    const waiting = await db.withdrawal.findMany({ where: { status: 'declared', receivedAt }, select: { id: true } });
    for (const { id } of waiting) await queueMatch(db, id);
    return waiting.length;
  });

/**
 * Queues declarations that name one of a new order's addresses again, if they arrived after its checkout was opened:
 * the money of a delayed payment arrives days later, and until then there is no order to match. Waits for a declaration
 * that is being matched at this moment. After a delayed payment, a declaration that was too late for an earlier order
 * moves to this one, and one that withdraws from an earlier order is copied. After an immediate payment neither
 * happens: someone who pays right after withdrawing means to buy.
 */
export async function matchAgain(db: Db, { id }: Pick<Order, 'id'>): Promise<void> {
  const purchase = Prisma.sql`funnel.orders AS bought JOIN funnel.checkouts AS checkout ON checkout.id = bought.checkout_id`;
  const namesOrder = Prisma.sql`
    bought.id = ${id}::uuid AND declared.received_at >= checkout.created_at AND ${namesBuyer(Prisma.sql`declared.reference`)}`;
  const waiting = await db.$queryRaw<{ id: string }[]>`
    UPDATE funnel.withdrawals AS declared SET status = 'declared', order_id = NULL
    FROM ${purchase}
    WHERE ${namesOrder}
      AND (declared.status IN ('declared', 'unmatched') OR (declared.status = 'late' AND checkout.status = 'processing'))
    RETURNING declared.id`;
  const copied = await db.$queryRaw<{ id: string }[]>`
    INSERT INTO funnel.withdrawals (id, name, reference, statement, status, received_at)
    SELECT gen_random_uuid(), declared.name, reference, statement, 'declared', received_at
    FROM funnel.withdrawals AS declared, ${purchase}
    WHERE ${namesOrder} AND declared.status = ANY (${AWAITING_REFUND}) AND checkout.status = 'processing'
    ORDER BY received_at LIMIT 1
    RETURNING id`;
  for (const { id } of [...waiting, ...copied]) await queueMatch(db, id);
}

interface NamedOrder {
  readonly id: string;
  readonly number: string;
  readonly email: string;
  readonly paidAt: Date;
  readonly timeZone: string;
}

/**
 * Returns the orders that a reference names, newest first, locked until the transaction ends: the one with that number,
 * or those whose buyer gave that address. Leaves out refunded orders, which have nothing left to withdraw from, and
 * those of erased persons, which have no address.
 */
const ordersNamedBy = (db: Db, reference: string): Promise<NamedOrder[]> =>
  db.$queryRaw<NamedOrder[]>`
    WITH named AS (
      SELECT bought.id, bought.number, bought.email, bought.paid_at AS "paidAt", course.time_zone AS "timeZone"
      FROM funnel.orders AS bought JOIN funnel.courses AS course ON course.order_id = bought.id
      WHERE (bought.number = ${orderNumberIn(reference)} OR ${namesBuyer(Prisma.sql`${reference}`)})
        AND bought.status <> 'refunded' AND course.stop_reason IS DISTINCT FROM 'erased'
      ORDER BY bought.id FOR NO KEY UPDATE OF bought
    )
    SELECT * FROM named ORDER BY "paidAt" DESC, id`;

/**
 * Returns the orders with a pending withdrawal. Called once the orders are locked, so that one of two concurrent
 * declarations sees the other.
 */
const pendingAmong = async (db: Db, orders: readonly NamedOrder[]): Promise<ReadonlySet<string | null>> => {
  const where = { orderId: { in: orders.map(({ id }) => id) }, status: { in: AWAITING_REFUND_OR_OWNER } };
  return new Set((await db.withdrawal.findMany({ where, select: { orderId: true } })).map(({ orderId }) => orderId));
};

type Timed = NamedOrder & { readonly isInTime: boolean };

/** Returns the orders that a declaration covers: those that can still be withdrawn from, else the newest one. */
const coveredOrders = (orders: readonly NamedOrder[], receivedAt: Date): Timed[] => {
  const timed = orders.map((order) => ({
    ...order,
    isInTime: isDeclaredInTime(receivedAt, order.paidAt, order.timeZone),
  }));
  const inTime = timed.filter(({ isInTime }) => isInTime);
  return inTime.length > 0 ? inTime : timed.slice(0, 1);
};

const statusOf = (
  { isInTime, paidAt }: Timed,
  receivedAt: Date,
): { status: WithdrawalStatus; refundAt: Date | null } =>
  isInTime
    ? { status: 'received', refundAt: scheduledRefundAt(receivedAt, paidAt) }
    : { status: 'late', refundAt: null };

interface Declared {
  readonly declared: Withdrawal;
  readonly orders: readonly Timed[];
  readonly now: Date;
}

/** Makes the declaration the first order's withdrawal, and a copy of it that of each further order. */
async function record(db: Db, { declared, orders, now }: Declared): Promise<void> {
  const inTime = orders.filter(({ isInTime }) => isInTime);
  await lockCourses(
    db,
    inTime.map(({ id }) => id),
  );
  for (const [at, order] of orders.entries()) {
    const state = { orderId: order.id, ...statusOf(order, declared.receivedAt) };
    const id = at === 0 ? declared.id : randomUUID();
    if (at === 0) await db.withdrawal.update({ where: { id }, data: state });
    else await db.withdrawal.create({ data: { ...declared, ...state, id } });
    if (order.isInTime) await stopCourse(db, order.id, 'withdrawn', now);
    // Another buyer may have given this address by mistake, and a receipt must not reveal somebody else's order.
    const alsoFor = orders
      .filter((other) => other !== order && isSameAddress(other.email, order.email))
      .map(({ number }) => number);
    const details = { withdrawalId: id, alsoFor };
    await queueMail(db, { orderId: order.id, kind: 'withdrawal_receipt', details, now });
    await queueMail(db, { orderId: order.id, kind: 'owner_withdrawal', details, now });
  }
}

/**
 * Matches a declaration with its orders, once, and writes all that follows: the course stops, the receipt goes to the
 * order's own address, and the owner is notified. A repeated declaration is deleted, because its order has its receipt.
 * One that names no order is kept for the owner.
 */
export const matchWithdrawalTask =
  ({ prisma, clock }: { readonly prisma: PrismaClient; readonly clock: Clock }): Task<'match-withdrawal'> =>
  ({ withdrawalId: id }) =>
    prisma.$transaction(async (db) => {
      await lockDeclarations(db, [id]);
      const declared = await db.withdrawal.findUnique({ where: { id, status: 'declared' } });
      if (!declared) return;
      const orders = coveredOrders(await ordersNamedBy(db, declared.reference.trim()), declared.receivedAt);
      const pending = await pendingAmong(db, orders);
      const fresh = orders.filter((order) => !pending.has(order.id));
      if (fresh.length > 0) await record(db, { declared, orders: fresh, now: clock() });
      else if (orders.length > 0) await db.withdrawal.delete({ where: { id } });
      else await db.withdrawal.update({ where: { id }, data: { status: 'unmatched' } });
    });
