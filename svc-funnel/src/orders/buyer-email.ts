import type { Order } from '../generated/prisma/client.ts';
import type { Db } from '../platform/prisma.ts';
import type { OrderListener } from './order-listener.ts';

const DOTS = '•••';

/** Returns the first character, even if it takes two UTF-16 units. */
const firstOf = (text: string): string => [...text][0] ?? '';

/**
 * `jane@gmail.com` -> `j•••@g•••.com`: enough for buyers to recognise their address, too little to reveal it to others.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  return `${firstOf(email.slice(0, at))}${DOTS}@${firstOf(domain)}${DOTS}${dot > 0 ? domain.slice(dot) : ''}`;
}

/** A buyer may correct a mistyped address within a day, and only a few times. */
const CORRECTABLE_MS = 24 * 3_600_000;
const MAX_CHANGES = 3;

/** Returns true if the buyer may correct the address now. */
export const isCorrectable = (
  { status, paidAt, addressChanges }: Pick<Order, 'status' | 'paidAt' | 'addressChanges'>,
  now: Date,
): boolean => status === 'paid' && addressChanges < MAX_CHANGES && now.getTime() - paidAt.getTime() < CORRECTABLE_MS;

/** Locks the order's row until the transaction ends. */
const lockOrder = async (db: Db, checkoutId: string): Promise<Order | null> => {
  await db.$queryRaw`SELECT 1 AS one FROM funnel.orders WHERE checkout_id = ${checkoutId}::uuid FOR NO KEY UPDATE`;
  return db.order.findUnique({ where: { checkoutId } });
};

/** Sends all further mails to `email`. What the buyer typed stays in `funnelEmail` and `formEmail`. */
export async function moveAddress(
  db: Db,
  { id, sessionId, checkoutId }: Pick<Order, 'id' | 'sessionId' | 'checkoutId'>,
  email: string,
  now: Date,
): Promise<void> {
  await db.order.update({ where: { id }, data: { email, updatedAt: now } });
  await db.checkout.update({ where: { id: checkoutId }, data: { email } });
  await db.session.update({ where: { id: sessionId }, data: { email } });
}

/** Corrects the address of a checkout's order. Returns false if it can no longer be corrected. */
export async function correctEmail(
  db: Db,
  checkoutId: string,
  email: string,
  { now, listener }: { readonly now: Date; readonly listener: OrderListener },
): Promise<boolean> {
  const order = await lockOrder(db, checkoutId);
  if (!order || !isCorrectable(order, now) || !(await listener.emailCorrected(db, order, email, now))) return false;
  await moveAddress(db, order, email, now);
  await db.order.update({ where: { id: order.id }, data: { addressChanges: { increment: 1 } } });
  return true;
}
