import type { Order } from '../../generated/prisma/client.ts';
import type { Db } from '../../platform/prisma.ts';
import { forgiveBounces } from '../deliveries/stopped-addresses.ts';
import { closeLinksOfOldAddress } from '../links/link-store.ts';

/** Sends the course to another address from now on; `order` still has the earlier one, whose links open nothing any more. */
export async function redirectCourse(
  db: Db,
  { id: orderId, email: earlier }: Pick<Order, 'id' | 'email'>,
  email: string,
  now: Date,
): Promise<void> {
  await db.course.updateMany({ where: { orderId }, data: { email, updatedAt: now } });
  if (email.toLowerCase() === earlier.toLowerCase()) return;
  await closeLinksOfOldAddress(db, orderId, now);
  await forgiveBounces(db, [orderId]);
}
