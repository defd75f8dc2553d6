import type { ChartRow } from '@course/contracts';

export interface Money {
  readonly currency: string | null;
  readonly grossCents: number;
  readonly netCents: number;
}

export interface Totals {
  readonly visitors: number;
  readonly buyers: number;
  /** Null if there are no visitors. */
  readonly conversion: number | null;
  /** One per currency, because a sum over several would be meaningless. */
  readonly money: readonly Money[];
}

const moneyOf = (currency: string | null, rows: readonly ChartRow<'conversion'>[]): Money => ({
  currency,
  grossCents: rows.reduce((sum, row) => sum + row.gross_cents, 0),
  netCents: rows.reduce((sum, row) => sum + row.net_cents, 0),
});

/** Sums the rows of all variants: every visitor belongs to one of them. */
export const totalsOf = (rows: readonly ChartRow<'conversion'>[]): Totals => {
  // A variant that sold in two currencies has a row for each, both with all its visitors and each with its own buyers.
  const variants = [...new Map(rows.map((row) => [row.key, row])).values()];
  const visitors = variants.reduce((sum, row) => sum + row.visitors, 0);
  const buyers = rows.reduce((sum, row) => sum + row.buyers, 0);
  const currencies = [...new Set(rows.filter((row) => row.orders > 0).map((row) => row.currency))];
  return {
    visitors,
    buyers,
    conversion: visitors === 0 ? null : buyers / visitors,
    money: currencies.map((currency) =>
      moneyOf(
        currency,
        rows.filter((row) => row.currency === currency),
      ),
    ),
  };
};
