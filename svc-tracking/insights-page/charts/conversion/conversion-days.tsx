import type { ChartRow } from '@course/contracts';
import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  usePlotArea,
  useYAxisScale,
  XAxis,
  YAxis,
} from 'recharts';
import {
  formatCents,
  formatCompactCents,
  formatCount,
  formatPart,
  formatShare,
  formatTime,
} from '../../parts/format.ts';
import { rowIn, TooltipBox } from '../../parts/tooltip.tsx';

/** A row with its name and percentage as the chart shows them. */
export interface DrawnRow extends ChartRow<'conversion'> {
  readonly name: string;
  readonly percent: number;
}

export interface ConversionChartProps {
  readonly data: DrawnRow[];
  readonly what: 'conversion' | 'revenue';
}

const NAMES = { conversion: 'Conversion in percent', revenue: 'Gross revenue: net and refunded' } as const;

/** Returns a formatter for percent, or for money in the currency of the rows if they all share one. */
const axisOf = ({ what, data }: ConversionChartProps) => {
  const currencies = new Set(data.flatMap(({ currency }) => currency ?? []));
  const [currency = null] = currencies.size === 1 ? currencies : [];
  return (value: number): string =>
    what === 'conversion' ? `${Number(value.toPrecision(2))}%` : formatCompactCents(value, currency);
};

const RowTooltip = ({ payload }: { readonly payload?: readonly { readonly payload?: unknown }[] }) => {
  const row = rowIn<DrawnRow>(payload);
  if (!row) return null;
  const lines = [
    { name: 'Visitors', value: formatCount(row.visitors) },
    { name: 'Buyers', value: formatPart(row.buyers, row.visitors) },
    { name: 'Gross', value: formatCents(row.gross_cents, row.currency) },
    { name: 'Refunded', value: formatCents(row.refunded_cents, row.currency) },
    { name: 'Net', value: formatCents(row.net_cents, row.currency) },
  ];
  return <TooltipBox title={row.name} lines={lines} />;
};

/** Width of the longest label of each: `12 of 3,955`, `$539`. */
const LABEL_PX = { conversion: 72, revenue: 46 } as const;
const LINE_PX = 15;

/** The lines of a label, from top to bottom. */
const linesOf = (row: DrawnRow, what: ConversionChartProps['what']): readonly string[] =>
  what === 'conversion'
    ? [formatShare(row.conversion), `${formatCount(row.buyers)} of ${formatCount(row.visitors)}`]
    : [formatCompactCents(row.gross_cents, row.currency)];

/** The value above each bar, or on the axis if the bar has no height. Omitted if there is no room for all values. */
const BarValues = ({ data, what }: ConversionChartProps) => {
  const plot = usePlotArea();
  const at = useYAxisScale();
  const slot = (plot?.width ?? 0) / data.length;
  if (!plot || !at || slot < LABEL_PX[what]) return null;
  return (
    <g>
      {data.map((row, index) => {
        const [x, y] = [plot.x + (index + 0.5) * slot, at(what === 'conversion' ? row.percent : row.gross_cents) ?? 0];
        return linesOf(row, what)
          .toReversed()
          .map((line, above) => (
            <text
              key={`${row.name} ${above}`}
              x={x}
              y={y - above * LINE_PX}
              dy={-5}
              textAnchor="middle"
              className="bar-label"
            >
              {line}
            </text>
          ));
      })}
    </g>
  );
};

/** Returns the bars of a day, to be placed directly into one of the library's charts. */
const bars = ({ what }: Pick<ConversionChartProps, 'what'>) => {
  const shared = { maxBarSize: 48, isAnimationActive: false } as const;
  if (what === 'conversion') return <Bar {...shared} dataKey="percent" className="bar-trust" radius={[3, 3, 0, 0]} />;
  return [
    <Bar {...shared} key="net" dataKey="net_cents" stackId="gross" className="bar-trust" />,
    <Bar
      {...shared}
      key="refunded"
      dataKey="refunded_cents"
      stackId="gross"
      className="bar-accent"
      radius={[3, 3, 0, 0]}
    />,
  ];
};

const HEIGHT_PX = 240;

/** With sales in several currencies, a day has a row for each, whose name ends with it. */
const dayText = (name: string): string => (Number.isNaN(Date.parse(name)) ? name : formatTime(name, 'UTC', 'day'));

/** One bar per day. */
export const DaysChart = ({ data, what }: ConversionChartProps) => (
  <ResponsiveContainer width="100%" height={HEIGHT_PX}>
    <BarChart
      data={data}
      margin={{ top: 36, right: 8, bottom: 0, left: 0 }}
      barCategoryGap="15%"
      aria-label={`${NAMES[what]}, by day`}
    >
      <CartesianGrid vertical={false} className="grid" />
      <XAxis
        dataKey="name"
        tickLine={false}
        tickMargin={6}
        interval="equidistantPreserveStart"
        minTickGap={16}
        tickFormatter={dayText}
      />
      <YAxis width={52} tickLine={false} axisLine={false} tickCount={4} tickFormatter={axisOf({ data, what })} />
      <Tooltip content={<RowTooltip />} cursor={{ className: 'row-cursor' }} />
      {bars({ what })}
      <BarValues data={data} what={what} />
    </BarChart>
  </ResponsiveContainer>
);
