import { Bar, LabelList } from 'recharts';
import { formatCents, formatCompactCents, formatCount, formatShare } from '../parts/format.ts';
import type { DrawnRow } from './conversion-chart.tsx';
import { rowIn, TooltipBox } from './tooltip.tsx';

export interface ConversionChartProps {
  readonly data: DrawnRow[];
  readonly what: 'conversion' | 'revenue';
}

const NAMES = { conversion: 'Conversion in percent', revenue: 'Gross revenue: net and refunded' } as const;

export const chartName = (what: ConversionChartProps['what']): string => NAMES[what];

/** Percent, or money in the currency of the rows if it is the same for all. */
export const axisOf = ({ what, data }: ConversionChartProps) => {
  const currencies = new Set(data.flatMap(({ currency }) => currency ?? []));
  const [currency = null] = currencies.size === 1 ? currencies : [];
  return (value: number): string => (what === 'conversion' ? `${Number(value.toPrecision(2))}%` : formatCompactCents(value, currency));
};

export const RowTooltip = ({ payload }: { readonly payload?: readonly { readonly payload?: unknown }[] }) => {
  const row = rowIn<DrawnRow>(payload);
  if (!row) return null;
  const lines = [
    { name: 'Visitors', value: formatCount(row.visitors) },
    { name: 'Buyers', value: `${formatCount(row.buyers)} (${formatShare(row.conversion)})` },
    { name: 'Gross', value: formatCents(row.gross_cents, row.currency) },
    { name: 'Refunded', value: formatCents(row.refunded_cents, row.currency) },
    { name: 'Net', value: formatCents(row.net_cents, row.currency) },
  ];
  return <TooltipBox title={row.name} lines={lines} />;
};

interface BarsProps extends Pick<ConversionChartProps, 'what'> {
  readonly maxBarSize: number;
  /** Corners at the end of a bar: right, or top. */
  readonly radius: [number, number, number, number];
  readonly labelled?: boolean;
}

const labelOf = (what: ConversionChartProps['what']) => (row: DrawnRow): string => (what === 'conversion' ? formatShare(row.conversion) : formatCents(row.net_cents, row.currency));

/** The bars of either chart, to be put into one of the library's. */
export const bars = ({ what, maxBarSize, radius, labelled = false }: BarsProps) => {
  const shared = { maxBarSize, isAnimationActive: false } as const;
  const label = labelled && <LabelList valueAccessor={(entry) => labelOf(what)(entry.payload as DrawnRow)} position="right" className="bar-label" />;
  if (what === 'conversion') return <Bar {...shared} dataKey="percent" className="bar-trust" radius={radius}>{label}</Bar>;
  return [
    <Bar {...shared} key="net" dataKey="net_cents" stackId="gross" className="bar-trust" />,
    <Bar {...shared} key="refunded" dataKey="refunded_cents" stackId="gross" className="bar-accent" radius={radius}>{label}</Bar>,
  ];
};
