import type { Db } from './prisma.ts';

/*
 * Locks of more than one statement, in the order in which they are taken: a checkout's row, a payment, an order, its course,
 * an address. All but a worker's end with the transaction.
 */

/** First keys of the advisory locks; 72_707_369 and 72_707_370 are the migrations'. */
export const ADVISORY_LOCKS = {
  worker: 72_707,
  payment: 72_708,
  buyerAddress: 72_709,
  firstStepAddress: 72_711,
} as const;

/**
 * Until the transaction ends no other one writes this payment's order or changes its money. A refund that is reported
 * while the order is being written either finds it or is found by it.
 */
export const lockPayment = (db: Db, paymentId: string): Promise<number> =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.payment}::int, hashtext(${paymentId}))`;

/** Two transactions for one address at the same moment: the later one waits here until the earlier one's rows can be seen. */
export const lockAddress = (db: Db, lock: 'buyerAddress' | 'firstStepAddress', email: string): Promise<number> =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]}::int, hashtext(lower(${email})))`;

/**
 * Before the order's course, as updates about money lock them. Not its key: due lessons refer to the order while they hold
 * the course, and the two would wait for each other.
 */
export const lockOrder = (db: Db, id: string): Promise<unknown> =>
  db.$queryRaw`SELECT 1 AS one FROM funnel.orders WHERE id = ${id}::uuid FOR NO KEY UPDATE`;

/** The order's state stays as it is; others may share the lock. */
export const shareOrder = (db: Db, id: string): Promise<unknown> =>
  db.$queryRaw`SELECT 1 AS one FROM funnel.orders WHERE id = ${id}::uuid FOR SHARE`;

export const lockCourse = (db: Db, orderId: string): Promise<unknown> =>
  db.$queryRaw`SELECT 1 AS one FROM funnel.courses WHERE order_id = ${orderId}::uuid FOR UPDATE`;
