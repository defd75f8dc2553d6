/** What the provider told of an order's refunds: all of them together at one moment, and those that failed. */
export interface ReportedRefunds {
  readonly refundToldCents: number;
  /** Null before the first word, and for what was told to a version that did not keep the time. */
  readonly refundToldAt: Date | null;
  readonly failedRefunds: readonly FailedRefund[];
}

export interface FailedRefund {
  readonly amountCents: number;
  readonly toldAt: Date;
}

/** A sum of all refunds as one event or answer tells it. */
export interface RefundSum {
  readonly refundedCents: number;
  readonly toldAt: Date;
}

type KnownSum = Pick<ReportedRefunds, 'refundToldCents' | 'refundToldAt'>;

/** Whether `told` is the later word about the sum. Within one second, and without a time, the larger: refunds follow each other. */
export function isLaterSum({ refundedCents, toldAt }: RefundSum, { refundToldCents, refundToldAt }: KnownSum): boolean {
  const ahead = refundToldAt === null ? 0 : toldAt.getTime() - refundToldAt.getTime();
  return ahead > 0 || (ahead === 0 && refundedCents > refundToldCents);
}

/** Whether the sum does not know of this failure yet. Of the same second it does not: a refund fails after it was made. */
export const isUnknownTo = ({ refundToldAt }: KnownSum, { toldAt }: FailedRefund): boolean =>
  refundToldAt === null || toldAt >= refundToldAt;

/** What the buyer has got back, in cents: the last sum that was told, without what failed since. */
export const refundedAmount = (told: ReportedRefunds): number => {
  const failed = told.failedRefunds
    .filter((refund) => isUnknownTo(told, refund))
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return Math.max(0, told.refundToldCents - failed);
};
