import type { Order } from '../../generated/prisma/client.ts';
import { isSameAddress } from '../../orders/buyer-email.ts';
import type { Db } from '../../platform/prisma.ts';
import { forgiveBounces } from '../deliveries/stopped-addresses.ts';
import { closeLinksOfOldAddress } from '../links/link-store.ts';

/**
 * Redirects the course to another address and closes the links that were sent to the earlier one, which `order` still
 * has.
 */
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
