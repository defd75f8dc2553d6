import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';

/** States of a checkout's row, as its check constraint lists them. */
export type CheckoutStatus = 'creating' | 'open' | 'processing' | 'paid' | 'failed' | 'expired';

/** True once the provider reports nothing more about it. */
export const isSettled = (status: string): boolean => status === 'paid' || status === 'failed' || status === 'expired';

/** Ages at which the server asks the provider about a checkout that is still open, in ms. */
const AGES_MS = [2, 7, 22, 82, 442].map((minutes) => minutes * MINUTE_MS);

/**
 * When to ask next about a checkout that was made at `createdAt`: after 2 minutes, then 5, 15, 60 minutes and 6 hours
 * later, then once a day. Most visitors pay or leave within minutes, and the provider itself ends a checkout after a day.
 */
export function nextReconcileTime(createdAt: Date, now: Date): Date {
  const age = now.getTime() - createdAt.getTime();
  const soon = AGES_MS.find((at) => at > age);
  return new Date(soon === undefined ? now.getTime() + DAY_MS : createdAt.getTime() + soon);
}
