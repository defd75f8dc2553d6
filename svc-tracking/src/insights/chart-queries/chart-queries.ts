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
  type UndatedQuery,
} from '@course/contracts';
import type { z } from 'zod';
import { call, raw, statement, type Statement } from './statement.ts';

type Asked = DistributionQuery & ConversionQuery;

/** What the functions of schema `analytics` are passed. */
const ARGUMENTS = {
  range: ({ from, to, zone }: Asked) => statement`from_time => ${from}::date::timestamp at time zone ${zone}::text,
  to_time => (${to}::date + 1)::timestamp at time zone ${zone}::text`,
  path: ({ path }: Asked) => statement`path => ${path}::text`,
  zone: ({ zone }: Asked) => statement`zone => ${zone}::text`,
  by: ({ by }: Asked) => statement`by_what => ${by}::text`,
  variant: ({ variant }: Asked) => statement`only_variant => ${variant ?? null}::text`,
};

type Argument = keyof typeof ARGUMENTS;

interface ChartQuery {
  /** What callers may ask. */
  readonly query: z.ZodType<UndatedQuery>;
  /** What of it the chart's function takes. */
  readonly passes: readonly Argument[];
}

const UNDATED: ChartQuery = { query: undatedQuery, passes: [] };
const OF_RANGE: ChartQuery = { query: insightsRange, passes: ['range', 'variant'] };

/** What each chart asks the database. The functions are documented in the database itself: `\df+ analytics.*`. */
export const CHART_QUERIES: Readonly<Record<ChartName, ChartQuery>> = {
  'page-timing': OF_RANGE,
  'page-distribution': { query: distributionQuery, passes: ['range', 'path', 'variant'] },
  'page-timing-over-time': { query: distributionQuery, passes: ['range', 'path', 'zone', 'variant'] },
  funnel: OF_RANGE,
  'quiz-time': OF_RANGE,
  answers: OF_RANGE,
  conversion: { query: conversionQuery, passes: ['range', 'by', 'variant'] },
  'views-over-time': { query: insightsRange, passes: ['range', 'zone', 'variant'] },
  live: UNDATED,
  variants: UNDATED,
  questions: UNDATED,
  releases: OF_RANGE,
  'lesson-completion': OF_RANGE,
};

export const CHART_NAMES = Object.keys(CHART_QUERIES) as ChartName[];

const BY_DAY = { fn: 'conversion_by_day', passes: ['range', 'zone', 'variant'] } as const;

/** Returns the statement for a chart's rows, for a query as its schema returns it. */
export const rowsOf = (name: ChartName, query: UndatedQuery): Statement => {
  const asked = query as Asked;
  const isByDay = name === 'conversion' && asked.by === 'day';
  const { fn, passes } = isByDay ? BY_DAY : { ...CHART_SOURCES[name], ...CHART_QUERIES[name] };
  const source = call(
    `analytics.${fn}`,
    passes.map((argument) => ARGUMENTS[argument](asked)),
  );
  return statement`select ${raw(Object.keys(CHARTS[name]).join(', '))}\nfrom ${source}\nlimit ${raw(String(ROWS_MAX))}`;
};
