import type { Checkout } from '../generated/prisma/client.ts';
import type { Db } from './prisma.ts';

/*
 * Locks that outlast a statement, in the order in which they are taken: a checkout, a payment, a withdrawal that has no
 * order yet, a buyer's address, a payment event, an order, its withdrawals, its course, a session, an address that
 * requests the first step, these requests, a mail. Several rows of one table are locked by ascending id. Rows that the
 * transaction itself has inserted do not count: no other one sees them. All but a worker's end with the transaction.
 *
 * Statements with SKIP LOCKED never wait, so they may come at any place. Two exceptions:
 * - A new order takes over late withdrawals of earlier orders without locking these (course/withdrawal). It waits for
 *   nothing that a transaction with such an order holds.
 * - Retention locks sessions before it deletes their checkouts and events. They have been unused for months. If one is
 *   paid at that very moment, the transaction that the database ends is tried again, by the provider or the next run.
 */

/** First keys of the advisory locks; the migrations use 72_707_369 and 72_707_370. */
export const ADVISORY_LOCKS = {
  worker: 72_707,
  payment: 72_708,
  buyerAddress: 72_709,
  firstStepAddress: 72_711,
} as const;

type Locked = readonly { readonly id: string }[];

/** Locks a checkout and returns it, so that updates about it are applied one after the other. */
export const lockCheckout = async (
  db: Db,
  { checkoutId, providerSessionId }: { readonly checkoutId: string | null; readonly providerSessionId: string },
): Promise<Checkout | null> => {
  const [row] = await db.$queryRaw<Locked>`
    SELECT id FROM funnel.checkouts
    WHERE id = ${checkoutId}::uuid OR provider_session_id = ${providerSessionId}
    ORDER BY (id = ${checkoutId}::uuid) DESC NULLS LAST LIMIT 1 FOR UPDATE`;
  return row ? db.checkout.findUnique({ where: { id: row.id } }) : null;
};

export const lockCheckouts = (db: Db, ids: readonly string[]): Promise<Locked> =>
  db.$queryRaw`SELECT id FROM funnel.checkouts WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`;

/**
 * Until the transaction ends, no other one creates this payment's order or applies refunds and disputes to it. A refund
 * that is reported while the order is being created either finds the order or is found by it.
 */
export const lockPayment = (db: Db, paymentId: string): Promise<number> =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.payment}::int, hashtext(${paymentId}))`;

/** Locks declarations of withdrawal that have no order yet. */
export const lockDeclarations = (db: Db, ids: readonly string[]): Promise<Locked> =>
  db.$queryRaw`SELECT id FROM funnel.withdrawals WHERE id = ANY (${ids}::uuid[]) AND order_id IS NULL ORDER BY id FOR UPDATE`;

/**
 * Of two concurrent transactions for one address, the later one waits here until the earlier one's rows are visible.
 */
export const lockAddress = (db: Db, lock: 'buyerAddress' | 'firstStepAddress', email: string): Promise<number> =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]}::int, hashtext(lower(${email})))`;

export const lockPaymentEvents = (db: Db, ids: readonly string[]): Promise<Locked> =>
  db.$queryRaw`SELECT id FROM funnel.payment_events WHERE id = ANY (${ids}::text[]) ORDER BY id FOR UPDATE`;

/**
 * Locks an order; call it before locking its course, as payment updates do. `NO KEY`, because due lessons reference the
 * order while they hold the course, which would be a deadlock.
 */
export const lockOrder = (db: Db, id: string): Promise<Locked> => lockOrders(db, [id]);

export const lockOrders = (db: Db, ids: readonly string[]): Promise<Locked> =>
  db.$queryRaw`SELECT id FROM funnel.orders WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;

/** Locks the order of a checkout, if there is one, in the same way. */
export const lockOrderOfCheckout = (db: Db, checkoutId: string): Promise<Locked> =>
  db.$queryRaw`SELECT id FROM funnel.orders WHERE checkout_id = ${checkoutId}::uuid FOR NO KEY UPDATE`;

/** Keeps the order's state unchanged; other transactions may share the lock. */
export const shareOrder = (db: Db, id: string): Promise<Locked> =>
  db.$queryRaw`SELECT id FROM funnel.orders WHERE id = ${id}::uuid FOR SHARE`;

/** Locks a course; call it before changing the order's mails, as stopping a course does. */
export const lockCourse = (db: Db, orderId: string): Promise<unknown> => lockCourses(db, [orderId]);

export const lockCourses = (db: Db, orderIds: readonly string[]): Promise<unknown> =>
  db.$queryRaw`SELECT order_id FROM funnel.courses WHERE order_id = ANY (${orderIds}::uuid[]) ORDER BY order_id FOR UPDATE`;

/** Locks every course whose mails go to this address, in the same order, and returns them. */
export const lockCoursesTo = (db: Db, email: string): Promise<readonly { readonly orderId: string }[]> =>
  db.$queryRaw`
    SELECT order_id AS "orderId" FROM funnel.courses WHERE lower(email) = lower(${email}) ORDER BY order_id FOR UPDATE`;

/** Locks a visitor's session. Returns whether there is one that was not released. */
export const lockSession = async (db: Db, id: string): Promise<boolean> => {
  const rows = await db.$queryRaw<Locked>`
    SELECT id FROM funnel.sessions WHERE id = ${id} AND released_at IS NULL FOR NO KEY UPDATE`;
  return rows.length > 0;
};

export const lockSessions = (db: Db, ids: readonly string[]): Promise<Locked> =>
  db.$queryRaw`SELECT id FROM funnel.sessions WHERE id = ANY (${ids}::text[]) ORDER BY id FOR UPDATE`;

/** Locks requests for the first step. */
export const lockFirstSteps = (db: Db, ids: readonly string[]): Promise<Locked> =>
  db.$queryRaw`SELECT id FROM funnel.first_steps WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`;

/** Locks every request for the first step at this address, and returns them. */
export const lockFirstStepsTo = (db: Db, email: string): Promise<Locked> =>
  db.$queryRaw`SELECT id FROM funnel.first_steps WHERE lower(email) = lower(${email}) ORDER BY id FOR UPDATE`;

/** Locks every request for the first step at the address of this one, and returns them. */
export const lockFirstStepsLike = (db: Db, id: string): Promise<Locked> =>
  db.$queryRaw`
    SELECT id FROM funnel.first_steps
    WHERE lower(email) = (SELECT lower(email) FROM funnel.first_steps WHERE id = ${id}::uuid) ORDER BY id FOR UPDATE`;
