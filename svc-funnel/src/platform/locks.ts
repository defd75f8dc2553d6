import type { Db } from './prisma.ts';

/*
 * Locks that outlast a statement, in the order in which they are taken: a checkout's row, a payment, a payment event, an
 * order, its withdrawal, its course, a session, its requests for the first step, an address, a mail. Rows that the
 * transaction itself has inserted do not count: no other one sees them. All but a worker's end with the transaction.
 */

/** First keys of the advisory locks; the migrations use 72_707_369 and 72_707_370. */
export const ADVISORY_LOCKS = {
  worker: 72_707,
  payment: 72_708,
  buyerAddress: 72_709,
  firstStepAddress: 72_711,
} as const;

/**
 * Until the transaction ends, no other one creates this payment's order or applies refunds and disputes to it. A refund
 * that is reported while the order is being created either finds the order or is found by it.
 */
export const lockPayment = (db: Db, paymentId: string): Promise<number> =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.payment}::int, hashtext(${paymentId}))`;

/**
 * Of two concurrent transactions for one address, the later one waits here until the earlier one's rows are visible.
 */
export const lockAddress = (db: Db, lock: 'buyerAddress' | 'firstStepAddress', email: string): Promise<number> =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]}::int, hashtext(lower(${email})))`;

/**
 * Locks an order; call it before locking its course, as payment updates do. `NO KEY`, because due lessons reference the
 * order while they hold the course, which would be a deadlock.
 */
export const lockOrder = (db: Db, id: string): Promise<unknown> =>
  db.$queryRaw`SELECT 1 AS one FROM funnel.orders WHERE id = ${id}::uuid FOR NO KEY UPDATE`;

/** Locks the order of a checkout, if there is one, in the same way. */
export const lockOrderOfCheckout = (db: Db, checkoutId: string): Promise<unknown> =>
  db.$queryRaw`SELECT 1 AS one FROM funnel.orders WHERE checkout_id = ${checkoutId}::uuid FOR NO KEY UPDATE`;

/** Keeps the order's state unchanged; other transactions may share the lock. */
export const shareOrder = (db: Db, id: string): Promise<unknown> =>
  db.$queryRaw`SELECT 1 AS one FROM funnel.orders WHERE id = ${id}::uuid FOR SHARE`;

/** Locks a course; call it before changing the order's mails, as stopping a course does. */
export const lockCourse = (db: Db, orderId: string): Promise<unknown> =>
  db.$queryRaw`SELECT 1 AS one FROM funnel.courses WHERE order_id = ${orderId}::uuid FOR UPDATE`;

/** Locks every request for the first step at the address of this one, and returns them. */
export const lockFirstSteps = (db: Db, id: string): Promise<{ readonly id: string }[]> =>
  db.$queryRaw`
    SELECT id FROM funnel.first_steps
    WHERE lower(email) = (SELECT lower(email) FROM funnel.first_steps WHERE id = ${id}::uuid) ORDER BY id FOR UPDATE`;
