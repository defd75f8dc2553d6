import type { ChartRow } from '@course/contracts';
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCompact, formatCount, formatTime, timeTick } from '../../parts/format.ts';
import { rowIn, TooltipBox } from '../../parts/tooltip.tsx';

export type Point = ChartRow<'views-over-time'>;

const HEIGHT_PX = 140;
const AXIS_PX = 40;

interface TrendChartProps {
  readonly rows: readonly Point[];
  readonly zone: string;
  readonly byHour: boolean;
  readonly measure: 'views' | 'visitors';
  readonly name: string;
}

interface PointTooltipProps extends Omit<TrendChartProps, 'rows'> {
  readonly payload?: readonly { readonly payload?: unknown }[];
}

const PointTooltip = ({ payload, zone, measure, name, byHour }: PointTooltipProps) => {
  const point = rowIn<Point>(payload);
  if (!point) return null;
  const title = byHour ? formatTime(point.starts_at, zone) : formatTime(point.starts_at, zone, 'day');
  return <TooltipBox title={title} lines={[{ name, value: formatCount(point[measure]) }]} />;
};

/** One measure over time. */
export const TrendChart = ({ rows, zone, byHour, measure, name }: TrendChartProps) => (
  <figure>
    <figcaption className="legend">
      <span data-mark="trust">{name}</span>
    </figcaption>
    <ResponsiveContainer width="100%" height={HEIGHT_PX}>
      <AreaChart
        data={[...rows]}
        syncId="views-over-time"
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        aria-label={`${name} over time`}
      >
        <CartesianGrid vertical={false} className="grid" />
        <XAxis
          dataKey="starts_at"
          tickLine={false}
          tickMargin={6}
          minTickGap={28}
          tickFormatter={timeTick(rows, zone, byHour)}
        />
        <YAxis
          width={AXIS_PX}
          tickCount={4}
          tickLine={false}
          axisLine={false}
          allowDecimals={false}
          tickFormatter={formatCompact}
        />
        <Tooltip content={<PointTooltip zone={zone} measure={measure} name={name} byHour={byHour} />} />
        <Area
          dataKey={measure}
          className="area-trust"
          dot={rows.length === 1}
          strokeWidth={2.5}
          isAnimationActive={false}
        />
      </AreaChart>
    </ResponsiveContainer>
  </figure>
);
