import type { Dispute, Order } from '../generated/prisma/client.ts';

/** What the provider reported of an order's refunds: all of them together at one moment, and those that failed. */
export interface ReportedRefunds {
  readonly refundReportedCents: number;
  /** Null before the first report, and for those of a version that did not keep the time. */
  readonly refundProviderEventAt: Date | null;
  readonly failedRefunds: readonly FailedRefund[];
}

export interface FailedRefund {
  readonly amountCents: number;
  readonly providerEventAt: Date;
}

/** The sum of all refunds as one event or answer reports it. */
export interface RefundSum {
  readonly refundedCents: number;
  readonly providerEventAt: Date;
}

type KnownSum = Pick<ReportedRefunds, 'refundReportedCents' | 'refundProviderEventAt'>;

/** True if the reported sum is later than the known one. Within one second, and without a time, the larger is: refunds follow each other. */
export function isLaterSum(
  { refundedCents, providerEventAt }: RefundSum,
  { refundReportedCents, refundProviderEventAt }: KnownSum,
): boolean {
  const ahead = refundProviderEventAt === null ? 0 : providerEventAt.getTime() - refundProviderEventAt.getTime();
  return ahead > 0 || (ahead === 0 && refundedCents > refundReportedCents);
}

/** True if the sum does not include this failure yet. Of the same second it does not: a refund fails after it was made. */
const isNotIn = ({ refundProviderEventAt }: KnownSum, { providerEventAt }: FailedRefund): boolean =>
  refundProviderEventAt === null || providerEventAt >= refundProviderEventAt;

/** What the buyer has got back, in cents: the last reported sum without what failed since. */
export const refundedAmount = (reported: ReportedRefunds): number => {
  const failed = reported.failedRefunds
    .filter((refund) => isNotIn(reported, refund))
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return Math.max(0, reported.refundReportedCents - failed);
};

/** A dispute as one event reports it, or as it is kept. */
export type DisputeState = Pick<Dispute, 'id' | 'status' | 'providerEventAt'>;

/** Decided: of earlier stages nothing is news any more, but a decision may be appealed and another follow. */
const DECIDED = new Set(['won', 'lost', 'prevented', 'appeal_needs_response', 'appeal_under_review']);

/** Ended without taking the money. An inquiry that was closed may still become a dispute. */
const HARMLESS = new Set(['won', 'prevented', 'warning_closed']);

/** Which of two updates of the same second is the later one. */
const SEQUENCE = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'prevented',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
  'won',
];

const keysOf = ({ status, providerEventAt }: DisputeState): number[] => [
  Number(DECIDED.has(status)),
  providerEventAt.getTime(),
  SEQUENCE.indexOf(status),
];

/** True if `reported` is the later update about the same dispute. A total order, so that the order of arrival does not matter. */
export function isLater(reported: DisputeState, known: DisputeState): boolean {
  const [a, b] = [keysOf(reported), keysOf(known)];
  const at = a.findIndex((key, index) => key !== b[index]);
  return at >= 0 && a[at]! > b[at]!;
}

/** True if the money is gone or may go, which an unknown status counts as. */
export const holdsFunds = ({ status }: DisputeState): boolean => !HARMLESS.has(status);

/** The dispute that an order is known by: one against it before any other, then the latest. */
export const primaryDispute = <D extends DisputeState>(disputes: readonly D[]): D | undefined =>
  [...disputes].sort(
    (a, b) =>
      Number(holdsFunds(b)) - Number(holdsFunds(a)) ||
      b.providerEventAt.getTime() - a.providerEventAt.getTime() ||
      (a.id < b.id ? 1 : -1),
  )[0];

/** The order's status, as its check constraint lists them. */
export const statusOf = (
  { refundedCents, amountCents }: Pick<Order, 'refundedCents' | 'amountCents'>,
  disputes: readonly DisputeState[],
): 'paid' | 'refunded' | 'disputed' => {
  if (refundedCents >= amountCents) return 'refunded';
  return disputes.some(holdsFunds) ? 'disputed' : 'paid';
};
