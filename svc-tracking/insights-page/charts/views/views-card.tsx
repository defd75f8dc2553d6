import { DAY_MS } from '@course/contracts';
import { requestOf } from '../../data/chart-address.ts';
import { useNow } from '../../data/use-now.ts';
import { isByHour, type Filtered } from '../../filters/filters.ts';
import { ChartCard } from '../../parts/chart-card.tsx';
import { type Point, TrendChart } from './trend-chart.tsx';
import './views.css';

const HOUR_MS = 3_600_000;

/** Returns whether the last hour or day is not over yet. */
export const isGoingOn = (points: readonly Pick<Point, 'starts_at'>[], byHour: boolean, nowMs: number): boolean => {
  const begin = Date.parse(points.at(-1)?.starts_at ?? '');
  return begin <= nowMs && nowMs < begin + (byHour ? HOUR_MS : DAY_MS);
};

/** Shows page views and visitors, by hour or by day. */
export const ViewsCard = ({ filters, days }: Filtered) => {
  const request = requestOf('views-over-time', filters, days);
  return (
    <ChartCard
      title="Views over time"
      lead="Visitors and page views, by hour up to 3 days and by day beyond."
      request={request}
      empty="No page was viewed in these days. Choose other days or another variant."
      isEmpty={(rows) => rows.every(({ views }) => views === 0)}
      roomPx={400}
    >
      {(rows, query) => <ViewsCharts rows={rows} zone={query.zone} byHour={isByHour(query)} />}
    </ChartCard>
  );
};

/** Two charts, because there are many views per visitor: on a common axis the visitors would be a flat line. */
function ViewsCharts(shared: { readonly rows: readonly Point[]; readonly zone: string; readonly byHour: boolean }) {
  const now = useNow();
  return (
    <div className="trends">
      <TrendChart {...shared} measure="visitors" name="Visitors" />
      <TrendChart {...shared} measure="views" name="Views" />
      {isGoingOn(shared.rows, shared.byHour, now) && (
        <p className="lead">The last {shared.byHour ? 'hour' : 'day'} is not over yet.</p>
      )}
    </div>
  );
}
