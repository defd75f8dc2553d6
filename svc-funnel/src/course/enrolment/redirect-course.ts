import type { Order } from '../../generated/prisma/client.ts';
import type { Db } from '../../platform/prisma.ts';
import { forgiveBounces } from '../deliveries/stopped-addresses.ts';
import { closeLinksOfOldAddress } from '../links/link-store.ts';

export const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Sends the course to another address from now on; `order` still has the earlier one, whose links open nothing any more. */
export async function redirectCourse(
  db: Db,
  { id: orderId, email: earlier }: Pick<Order, 'id' | 'email'>,
  email: string,
  now: Date,
): Promise<void> {
  await db.course.updateMany({ where: { orderId }, data: { email, updatedAt: now } });
  if (isSameAddress(email, earlier)) return;
  await closeLinksOfOldAddress(db, orderId, now);
  await forgiveBounces(db, [orderId]);
}
