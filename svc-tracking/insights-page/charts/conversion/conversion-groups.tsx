import { formatCents, formatCount, formatPart } from '../../parts/format.ts';
import type { ConversionChartProps } from './conversion-days.tsx';
import { DataBars, type DataBar } from '../../parts/data-bars.tsx';

/** More would make the card too long to read; the table has them all. */
const SHOWN = 10;

const refundedPart = (cents: number, currency: string | null): string =>
  cents === 0 ? '' : `, ${formatCents(cents, currency)} refunded`;

const barOf =
  (what: ConversionChartProps['what']) =>
  (row: ConversionChartProps['data'][number]): DataBar =>
    what === 'conversion'
      ? { name: row.name, value: row.conversion ?? 0, text: formatPart(row.buyers, row.visitors) }
      : {
          name: row.name,
          value: row.net_cents,
          also: row.refunded_cents,
          text: `${formatCents(row.gross_cents, row.currency)}${refundedPart(row.refunded_cents, row.currency)}`,
        };

/** One row per variant, campaign or plan. */
export const GroupsChart = ({ data, what }: ConversionChartProps) => (
  <>
    <DataBars bars={data.slice(0, SHOWN).map(barOf(what))} />
    {data.length > SHOWN && <p className="lead after">And {formatCount(data.length - SHOWN)} more in the table.</p>}
  </>
);
