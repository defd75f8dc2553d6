import type { ChartRow } from '@course/contracts';
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCount, formatSeconds, formatTick, formatTime, timeTick } from '../../parts/format.ts';
import { rowIn, TooltipBox } from '../../parts/tooltip.tsx';

type Point = ChartRow<'page-timing-over-time'>;

const HEIGHT_PX = 220;

interface TimingTooltipProps {
  readonly payload?: readonly { readonly payload?: unknown }[];
  readonly zone: string;
  readonly byHour: boolean;
}

const TimingTooltip = ({ payload, zone, byHour }: TimingTooltipProps) => {
  const point = rowIn<Point>(payload);
  if (!point) return null;
  const lines = [
    { name: 'Median', value: formatSeconds(point.p50_seconds) },
    { name: 'p90', value: formatSeconds(point.p90_seconds) },
    { name: 'Timed views', value: `${formatCount(point.exits)} of ${formatCount(point.views)}` },
  ];
  return <TooltipBox title={formatTime(point.starts_at, zone, byHour ? 'whole' : 'day')} lines={lines} />;
};

/** Shows how the times on one page develop. */
export const TimingTrend = ({
  rows,
  zone,
  byHour,
  name,
}: {
  readonly rows: readonly Point[];
  readonly zone: string;
  readonly byHour: boolean;
  readonly name: string;
}) => {
  const shared = { strokeWidth: 2.5, isAnimationActive: false } as const;
  return (
    <figure>
      <figcaption className="legend">
        <span data-mark="trust">Median</span> <span data-mark="accent">p90</span>
      </figcaption>
      <ResponsiveContainer width="100%" height={HEIGHT_PX}>
        <LineChart
          data={[...rows]}
          margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
          aria-label={`Visible time on ${name} over time`}
        >
          <CartesianGrid vertical={false} className="grid" />
          <XAxis
            dataKey="starts_at"
            tickLine={false}
            tickMargin={6}
            minTickGap={28}
            tickFormatter={timeTick(rows, zone, byHour)}
          />
          <YAxis width={56} tickCount={4} tickLine={false} axisLine={false} tickFormatter={formatTick} />
          <Tooltip content={<TimingTooltip zone={zone} byHour={byHour} />} />
          {/* With dots, because no line shows a point between two gaps. */}
          <Line dataKey="p90_seconds" className="line-accent" dot={{ r: 2.5, className: 'ring-accent' }} {...shared} />
          <Line dataKey="p50_seconds" className="line-trust" dot={{ r: 2.5, className: 'dot-trust' }} {...shared} />
        </LineChart>
      </ResponsiveContainer>
    </figure>
  );
};
