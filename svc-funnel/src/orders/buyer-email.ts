import type { Order } from '../generated/prisma/client.ts';
import { DAY_MS } from '../platform/clock.ts';
import { lockCheckouts, lockOrderOfCheckout } from '../platform/locks.ts';
import type { Db } from '../platform/prisma.ts';
import type { OrderListener } from './order-listener.ts';

/** True if two addresses differ in nothing but case. */
export const isSameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

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
const CORRECTABLE_MS = DAY_MS;
const MAX_CHANGES = 3;

/** Returns true if the buyer may correct the address now. */
export const isCorrectable = (
  { status, paidAt, addressChanges }: Pick<Order, 'status' | 'paidAt' | 'addressChanges'>,
  now: Date,
): boolean => status === 'paid' && addressChanges < MAX_CHANGES && now.getTime() - paidAt.getTime() < CORRECTABLE_MS;

/**
 * Stores a corrected address with the order, its checkout and its session. The course is redirected separately
 * (`redirectCourse`). What the buyer typed stays in `funnelEmail` and `formEmail`.
 */
export async function storeBuyerEmail(
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
  // It stores the address, too.
  await lockCheckouts(db, [checkoutId]);
  await lockOrderOfCheckout(db, checkoutId);
  const order = await db.order.findUnique({ where: { checkoutId } });
  if (!order || !isCorrectable(order, now) || !(await listener.onEmailCorrected(db, order, email, now))) return false;
  await storeBuyerEmail(db, order, email, now);
  await db.order.update({ where: { id: order.id }, data: { addressChanges: { increment: 1 } } });
  return true;
}
