import type { Dispute, FailedRefund, Order } from '../generated/prisma/client.ts';

/** What the provider reported about an order's refunds: their sum at one moment, and those that failed. */
export interface ReportedRefunds {
  readonly refundReportedCents: number;
  /** Null before the first report, and for reports to a version that did not store the time. */
  readonly refundProviderEventAt: Date | null;
  readonly failedRefunds: readonly Pick<FailedRefund, 'amountCents' | 'providerEventAt'>[];
}

/** The sum of all refunds as reported by one event or response. */
export interface RefundSum {
  readonly refundedCents: number;
  readonly providerEventAt: Date;
}

type KnownSum = Pick<ReportedRefunds, 'refundReportedCents' | 'refundProviderEventAt'>;

/**
 * Returns true if the reported sum is later than the known one. Within a second, or without a time, the larger one is
 * later.
 */
export function isLaterRefundTotal(
  { refundedCents, providerEventAt }: RefundSum,
  { refundReportedCents, refundProviderEventAt }: KnownSum,
): boolean {
  const ahead = refundProviderEventAt === null ? 0 : providerEventAt.getTime() - refundProviderEventAt.getTime();
  return ahead > 0 || (ahead === 0 && refundedCents > refundReportedCents);
}

/**
 * Returns true if the sum does not include this failure yet. Within a second it does not: a refund fails after it was
 * made.
 */
const isNotIncluded = (
  { refundProviderEventAt }: KnownSum,
  { providerEventAt }: Pick<FailedRefund, 'providerEventAt'>,
): boolean => refundProviderEventAt === null || providerEventAt >= refundProviderEventAt;

/** Returns the refunded amount in cents: the last reported sum less what has failed since. */
export const refundedAmount = (reported: ReportedRefunds): number => {
  const failed = reported.failedRefunds
    .filter((refund) => isNotIncluded(reported, refund))
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return Math.max(0, reported.refundReportedCents - failed);
};

/** A dispute as reported by one event, or as stored. */
export type DisputeState = Pick<Dispute, 'id' | 'status' | 'providerEventAt'>;

/** Decided: updates about earlier stages no longer count, but a decision may be appealed and followed by another. */
const DECIDED = new Set(['won', 'lost', 'prevented', 'appeal_needs_response', 'appeal_under_review']);

/** Ended without loss of the funds. A closed inquiry may still become a dispute. */
const FUNDS_KEPT = new Set(['won', 'prevented', 'warning_closed']);

/** Decided against us: the bank has refunded the buyer. */
export const LOST_DISPUTES = [...DECIDED].filter((status) => !FUNDS_KEPT.has(status));

/** Orders updates of the same second. */
const STATUS_ORDER = [
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

const sortKeyOf = ({ status, providerEventAt }: DisputeState): number[] => [
  Number(DECIDED.has(status)),
  providerEventAt.getTime(),
  STATUS_ORDER.indexOf(status),
];

/**
 * Returns true if `reported` is the later update about a dispute. A total order, so that the order of arrival does not
 * matter.
 */
export function isLaterDisputeUpdate(reported: DisputeState, known: DisputeState): boolean {
  const [a, b] = [sortKeyOf(reported), sortKeyOf(known)];
  const at = a.findIndex((key, index) => key !== b[index]);
  return at >= 0 && a[at]! > b[at]!;
}

/** Returns true if the funds are lost or at risk, as with any unknown status. */
export const holdsFunds = ({ status }: DisputeState): boolean => !FUNDS_KEPT.has(status);

/**
 * Returns the dispute that determines an order's dispute status: one that holds funds before any other, then the
 * latest.
 */
export const primaryDispute = <D extends DisputeState>(disputes: readonly D[]): D | undefined =>
  [...disputes].sort(
    (a, b) =>
      Number(holdsFunds(b)) - Number(holdsFunds(a)) ||
      b.providerEventAt.getTime() - a.providerEventAt.getTime() ||
      (a.id < b.id ? 1 : -1),
  )[0];

/** Returns the order's status, one of those in its check constraint. */
export const statusOf = (
  { refundedCents, amountCents }: Pick<Order, 'refundedCents' | 'amountCents'>,
  disputes: readonly DisputeState[],
): 'paid' | 'refunded' | 'disputed' => {
  if (refundedCents >= amountCents) return 'refunded';
  return disputes.some(holdsFunds) ? 'disputed' : 'paid';
};
