import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import type { Db } from '../platform/prisma.ts';

/** States of a checkout, as in its row's check constraint. */
export type CheckoutStatus = 'creating' | 'open' | 'processing' | 'paid' | 'failed' | 'expired';

/** States in which a checkout can still be paid or ended. */
export const PAYABLE: CheckoutStatus[] = ['creating', 'open'];

/** Closes unpaid checkouts. Those whose payment is in progress, or that have ended, stay as they are. */
export async function closeCheckouts(db: Db, ids: string[], status: 'failed' | 'expired'): Promise<void> {
  await db.checkout.updateMany({
    where: { id: { in: ids }, status: { in: PAYABLE } },
    data: { status, clientSecret: null, nextReconcileAt: null },
  });
}

/** Returns true if the provider reports nothing more about the checkout. */
export const isFinal = (status: string): boolean => status === 'paid' || status === 'failed' || status === 'expired';

/** Ages at which the server queries the provider about a checkout that is still open, in ms. */
const AGES_MS = [2, 7, 22, 82, 442].map((minutes) => minutes * MINUTE_MS);

/**
 * Returns when to query a checkout created at `createdAt` next: after 2 minutes, then 5, 15, 60 minutes and 6 hours
 * later, then once a day. Most visitors pay or leave within minutes, and the provider expires a checkout after a day.
 */
export function nextReconcileTime(createdAt: Date, now: Date): Date {
  const age = now.getTime() - createdAt.getTime();
  const soon = AGES_MS.find((at) => at > age);
  return new Date(soon === undefined ? now.getTime() + DAY_MS : createdAt.getTime() + soon);
}
