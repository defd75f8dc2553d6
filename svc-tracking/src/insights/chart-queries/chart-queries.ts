import {
  CHART_SOURCES,
  CHARTS,
  conversionQuery,
  distributionQuery,
  insightsRange,
  ROWS_MAX,
  undatedQuery,
  type ChartName,
  type ConversionQuery,
  type DistributionQuery,
  type InsightsRange,
  type UndatedQuery,
} from '@course/contracts';
import type { z } from 'zod';
import { call, raw, statement, type Statement } from './statement.ts';

// Arguments of the functions in schema `analytics`.
const range = ({ from, to, zone }: Pick<InsightsRange, 'from' | 'to' | 'zone'>) =>
  statement`from_time => ${from}::date::timestamp at time zone ${zone}::text,
  to_time => (${to}::date + 1)::timestamp at time zone ${zone}::text`;
const path = ({ path }: Pick<DistributionQuery, 'path'>) => statement`path => ${path}::text`;
const zone = ({ zone }: Pick<InsightsRange, 'zone'>) => statement`zone => ${zone}::text`;
const by = ({ by }: Pick<ConversionQuery, 'by'>) => statement`by_what => ${by}::text`;
const variant = ({ variant }: Pick<InsightsRange, 'variant'>) => statement`only_variant => ${variant ?? null}::text`;

type Argument<Q extends UndatedQuery> = (query: Q) => Statement;

interface ChartQuery {
  /** Schema of the query that callers may send. */
  readonly query: z.ZodType<UndatedQuery>;
  /** Arguments of the chart's function, made from a query that this schema has parsed. */
  readonly args: readonly Argument<UndatedQuery>[];
}

const chartQuery = <Q extends UndatedQuery>(
  query: z.ZodType<Q>,
  args: readonly Argument<NoInfer<Q>>[],
): ChartQuery => ({ query, args: args as ChartQuery['args'] });

const UNDATED = chartQuery(undatedQuery, []);
const OF_RANGE = chartQuery(insightsRange, [range, variant]);

/** The query of each chart. The functions are documented in the database itself: `\df+ analytics.*`. */
export const CHART_QUERIES: Readonly<Record<ChartName, ChartQuery>> = {
  'page-timing': OF_RANGE,
  'page-distribution': chartQuery(distributionQuery, [range, path, variant]),
  'page-timing-over-time': chartQuery(distributionQuery, [range, path, zone, variant]),
  funnel: OF_RANGE,
  'quiz-time': OF_RANGE,
  answers: OF_RANGE,
  conversion: chartQuery(conversionQuery, [range, by, variant]),
  'views-over-time': chartQuery(insightsRange, [range, zone, variant]),
  live: UNDATED,
  variants: UNDATED,
  questions: UNDATED,
  releases: OF_RANGE,
  'lesson-completion': OF_RANGE,
};

const BY_DAY = { fn: 'conversion_by_day', ...chartQuery(conversionQuery, [range, zone, variant]) };

/** Returns the statement that selects a chart's rows. `query` must have been parsed by the chart's schema. */
export const chartStatement = (name: ChartName, query: UndatedQuery): Statement => {
  const isByDay = 'by' in query && query.by === 'day';
  const { fn, args } = isByDay ? BY_DAY : { ...CHART_SOURCES[name], ...CHART_QUERIES[name] };
  const source = call(
    `analytics.${fn}`,
    args.map((argument) => argument(query)),
  );
  return statement`select ${raw(Object.keys(CHARTS[name]).join(', '))}\nfrom ${source}\nlimit ${raw(String(ROWS_MAX))}`;
};
