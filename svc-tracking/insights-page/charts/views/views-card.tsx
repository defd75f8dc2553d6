import { type DaysQuery, requestOf } from '../../data/chart-address.ts';
import { useNow } from '../../data/use-now.ts';
import { isByHour, isUnfinished, type Filtered } from '../../filters/filters.ts';
import { ChartCard } from '../../parts/chart-card.tsx';
import { type Point, TrendChart } from './trend-chart.tsx';
import './views.css';

const HOUR_MS = 3_600_000;

const isCurrentHour = (hour: Pick<Point, 'starts_at'> | undefined, nowMs: number): boolean => {
  const begin = Date.parse(hour?.starts_at ?? '');
  return begin <= nowMs && nowMs < begin + HOUR_MS;
};

/** Returns whether the last hour or day of the points is not over yet. */
export const isLastUnfinished = (
  points: readonly Pick<Point, 'starts_at'>[],
  query: DaysQuery,
  nowMs: number,
): boolean => (isByHour(query) ? isCurrentHour(points.at(-1), nowMs) : isUnfinished(query, nowMs));

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
      {(rows, query) => <ViewsCharts rows={rows} query={query} />}
    </ChartCard>
  );
};

/** Two charts, because there are many views per visitor: on a common axis the visitors would be a flat line. */
function ViewsCharts({ rows, query }: { readonly rows: readonly Point[]; readonly query: DaysQuery }) {
  const now = useNow();
  const shared = { rows, zone: query.zone, byHour: isByHour(query) };
  return (
    <div className="trends">
      <TrendChart {...shared} measure="visitors" name="Visitors" />
      <TrendChart {...shared} measure="views" name="Views" />
      {isLastUnfinished(rows, query, now) && (
        <p className="lead">The last {shared.byHour ? 'hour' : 'day'} is not over yet.</p>
      )}
    </div>
  );
}
