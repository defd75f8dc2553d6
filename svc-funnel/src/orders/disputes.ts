import type { Dispute } from '../generated/prisma/client.ts';

/** A dispute as one event tells it, or as it is kept. */
export type DisputeStand = Pick<Dispute, 'id' | 'status' | 'toldAt'>;

/** Ended for good: no later word about it changes anything. */
const FINAL = new Set(['won', 'lost', 'prevented']);
/** Ended without taking the money. An inquiry that was closed may still become a dispute. */
const HARMLESS = new Set(['won', 'prevented', 'warning_closed']);
/** Which of two words of the same second is the later one. */
const ORDER = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'prevented',
  'lost',
  'won',
];

const keysOf = ({ status, toldAt }: DisputeStand): number[] => [
  Number(FINAL.has(status)),
  toldAt.getTime(),
  ORDER.indexOf(status),
];

/** Whether `told` is the later word about the same dispute. A total order, so that the order of arrival does not matter. */
export function isLater(told: DisputeStand, known: DisputeStand): boolean {
  const [a, b] = [keysOf(told), keysOf(known)];
  const at = a.findIndex((key, index) => key !== b[index]);
  return at >= 0 && a[at]! > b[at]!;
}

/** Whether the money is gone or may go. An unknown status is no access. */
export const holdsFunds = ({ status }: DisputeStand): boolean => !HARMLESS.has(status);

/** The dispute that an order is known by: one against it before any other, then the latest. */
export const primaryDispute = <D extends DisputeStand>(disputes: readonly D[]): D | undefined =>
  [...disputes].sort(
    (a, b) =>
      Number(holdsFunds(b)) - Number(holdsFunds(a)) ||
      b.toldAt.getTime() - a.toldAt.getTime() ||
      (a.id < b.id ? 1 : -1),
  )[0];
