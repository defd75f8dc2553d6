import type { ChartRow } from '@course/contracts';
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { requestOf } from '../data/chart-address.ts';
import { useChart } from '../data/use-chart.ts';
import type { Days, Filters } from '../filters/filters.ts';
import { ChartCard } from '../parts/chart-card.tsx';
import { formatCount, formatTime } from '../parts/format.ts';
import { rowIn, TooltipBox } from './tooltip.tsx';

type Point = ChartRow<'views-over-time'>;

const HEIGHT_PX = 260;
const HOUR_MS = 3_600_000;

const isByHour = (rows: readonly Point[]): boolean => Date.parse(rows[1]?.starts_at ?? '') - Date.parse(rows[0]?.starts_at ?? '') <= HOUR_MS;

const PointTooltip = ({ payload, zone, byHour }: { readonly payload?: readonly { readonly payload?: unknown }[]; readonly zone: string; readonly byHour: boolean }) => {
  const point = rowIn<Point>(payload);
  if (!point) return null;
  const title = byHour ? formatTime(point.starts_at, zone) : formatTime(point.starts_at, zone, 'day');
  return <TooltipBox title={title} lines={[{ name: 'Views', value: formatCount(point.views) }, { name: 'Visitors', value: formatCount(point.visitors) }]} />;
};

/** How much was looked at, and by how many, hour by hour or day by day. */
export const ViewsCard = ({ filters, days }: { readonly filters: Filters; readonly days: Days }) => {
  const request = requestOf('views-over-time', filters, days);
  return (
    <ChartCard
      title="Views over time"
      lead="Page views and visitors, by hour up to 3 days and by day beyond."
      request={request}
      state={useChart(request)}
      zone={filters.zone}
      empty="No page was viewed in these days. Choose other days or another variant."
      isEmpty={(rows) => rows.every(({ views }) => views === 0)}
    >
      {(rows) => <ViewsChart rows={rows} zone={filters.zone} />}
    </ChartCard>
  );
};

const ViewsChart = ({ rows, zone }: { readonly rows: readonly Point[]; readonly zone: string }) => {
  const byHour = isByHour(rows);
  return (
    <figure>
      <figcaption className="legend"><span data-mark="trust">Views</span> <span data-mark="accent">Visitors</span></figcaption>
      <ResponsiveContainer width="100%" height={HEIGHT_PX}>
        <LineChart data={[...rows]} margin={{ top: 8, right: 12, bottom: 0, left: 0 }} aria-label="Views and visitors over time">
          <CartesianGrid vertical={false} className="grid" />
          <XAxis dataKey="starts_at" tickLine={false} minTickGap={28} tickFormatter={(time: string) => formatTime(time, zone, byHour ? 'hour' : 'day')} />
          <YAxis width={48} tickLine={false} axisLine={false} allowDecimals={false} tickFormatter={formatCount} />
          <Tooltip content={<PointTooltip zone={zone} byHour={byHour} />} />
          <Line dataKey="views" className="line-trust" dot={rows.length === 1} strokeWidth={2.5} isAnimationActive={false} />
          <Line dataKey="visitors" className="line-accent" dot={rows.length === 1} strokeWidth={2.5} strokeDasharray="6 4" isAnimationActive={false} />
        </LineChart>
      </ResponsiveContainer>
    </figure>
  );
};
