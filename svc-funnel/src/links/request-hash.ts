import { createHash } from 'node:crypto';
import type { Db } from '../platform/prisma.ts';

/**
 * What stands for an address that somebody typed: in the queue and in the counters of the limits there is this and never
 * the address, so that a stranger's is stored nowhere. Keyed, so that it cannot be tried out. 64 hex digits.
 */
export const requestHash = (keys: readonly string[], email: string): string =>
  createHash('sha256')
    .update(`${prefixOf(keys)}${email.toLowerCase()}`)
    .digest('hex');

const prefixOf = ([key]: readonly string[]): string => {
  if (key === undefined) throw new Error('no link key');
  return `link-request:v1:${key}:`;
};

/** More than anybody has, few enough for one inbox. */
const MOST = 5;

/** The orders whose reader's address has this hash, newest first; those of erased readers are not among them. */
export async function ordersOfHash(db: Db, keys: readonly string[], hash: string): Promise<string[]> {
  const orders = await db.$queryRaw<{ orderId: string }[]>`
    SELECT order_id AS "orderId" FROM funnel.courses
    WHERE encode(sha256(convert_to(${prefixOf(keys)} || lower(email), 'UTF8')), 'hex') = ${hash} AND stop_reason IS DISTINCT FROM 'erased'
    ORDER BY created_at DESC LIMIT ${MOST}`;
  return orders.map(({ orderId }) => orderId);
}
