import type { Db } from '../platform/prisma.ts';
import { courseToken, hashToken, type LinkSubject } from './tokens.ts';

/**
 * Ends an order's link of that purpose and makes the next one; answers its token. Two at the same time: the unique index
 * lets one through, the other rejects and can be tried again.
 */
export async function renewLink(db: Db, keys: readonly string[], { orderId, purpose }: Omit<LinkSubject, 'generation'>, now: Date): Promise<string> {
  const last = await db.courseLink.aggregate({ where: { orderId, purpose }, _max: { generation: true } });
  const generation = (last._max.generation ?? 0) + 1;
  const token = courseToken(keys, { orderId, purpose, generation });
  await db.courseLink.updateMany({ where: { orderId, purpose, endedAt: null }, data: { endedAt: now } });
  await db.courseLink.create({ data: { tokenHash: Uint8Array.from(hashToken(token)), orderId, purpose, generation, createdAt: now } });
  return token;
}
