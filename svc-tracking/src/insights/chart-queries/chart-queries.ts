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

// What the functions of schema `analytics` are passed.
const range = ({ from, to, zone }: Pick<InsightsRange, 'from' | 'to' | 'zone'>) =>
  statement`from_time => ${from}::date::timestamp at time zone ${zone}::text,
  to_time => (${to}::date + 1)::timestamp at time zone ${zone}::text`;
const path = ({ path }: Pick<DistributionQuery, 'path'>) => statement`path => ${path}::text`;
const zone = ({ zone }: Pick<InsightsRange, 'zone'>) => statement`zone => ${zone}::text`;
const by = ({ by }: Pick<ConversionQuery, 'by'>) => statement`by_what => ${by}::text`;
const variant = ({ variant }: Pick<InsightsRange, 'variant'>) => statement`only_variant => ${variant ?? null}::text`;

type Argument<Q extends UndatedQuery> = (asked: Q) => Statement;

interface ChartQuery {
  /** What callers may ask. */
  readonly query: z.ZodType<UndatedQuery>;
  /** What of it the chart's function takes. Is called with what `query` returns and nothing else. */
  readonly passes: readonly Argument<UndatedQuery>[];
}

const chartQuery = <Q extends UndatedQuery>(
  query: z.ZodType<Q>,
  passes: readonly Argument<NoInfer<Q>>[],
): ChartQuery => ({ query, passes: passes as ChartQuery['passes'] });

const UNDATED = chartQuery(undatedQuery, []);
const OF_RANGE = chartQuery(insightsRange, [range, variant]);

/** What each chart asks the database. The functions are documented in the database itself: `\df+ analytics.*`. */
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

export const CHART_NAMES = Object.keys(CHART_QUERIES) as ChartName[];

const BY_DAY = { fn: 'conversion_by_day', ...chartQuery(conversionQuery, [range, zone, variant]) };

/** Returns the statement for a chart's rows, for a query as its schema returns it. */
export const rowsOf = (name: ChartName, query: UndatedQuery): Statement => {
  const isByDay = 'by' in query && query.by === 'day';
  const { fn, passes } = isByDay ? BY_DAY : { ...CHART_SOURCES[name], ...CHART_QUERIES[name] };
  const source = call(
    `analytics.${fn}`,
    passes.map((argument) => argument(query)),
  );
  return statement`select ${raw(Object.keys(CHARTS[name]).join(', '))}\nfrom ${source}\nlimit ${raw(String(ROWS_MAX))}`;
};
