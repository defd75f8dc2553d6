import {
  CHARTS,
  conversionQuery,
  distributionQuery,
  insightsRange,
  ROWS_MAX,
  undatedQuery,
  type ChartName,
  type ConversionQuery,
  type InsightsRange,
} from '@course/contracts';
import type { z } from 'zod';
import { raw, statement, type Statement } from './statement.ts';

type Filters = Pick<InsightsRange, 'from' | 'to' | 'zone' | 'variant'>;

const range = ({ from, to, zone }: Filters): Statement => statement`
  from_time => ${from}::date::timestamp at time zone ${zone}::text,
  to_time => (${to}::date + 1)::timestamp at time zone ${zone}::text`;

const ofVariant = ({ variant }: Filters): Statement => statement`only_variant => ${variant ?? null}::text`;

const conversionSource = (asked: ConversionQuery): Statement =>
  asked.by === 'day'
    ? statement`analytics.conversion_by_day(${range(asked)},\n  zone => ${asked.zone}::text,\n  ${ofVariant(asked)})`
    : statement`analytics.conversion(${range(asked)},\n  by_what => ${asked.by}::text,\n  ${ofVariant(asked)})`;

interface ChartQuery {
  /** What callers may ask. */
  readonly query: z.ZodObject;
  /** Where the rows come from, for a query as its schema returns it. */
  readonly source: (asked: unknown) => Statement;
}

const chart = <Query extends z.ZodObject>(query: Query, source: (asked: z.output<Query>) => Statement): ChartQuery => ({
  query,
  source: (asked) => source(asked as z.output<Query>),
});

/** What each chart asks the database. The functions are documented in the database itself: `\df+ analytics.*`. */
export const CHART_QUERIES: Readonly<Record<ChartName, ChartQuery>> = {
  'page-timing': chart(
    insightsRange,
    (asked) => statement`analytics.page_timing(${range(asked)},\n  ${ofVariant(asked)})`,
  ),
  'page-distribution': chart(
    distributionQuery,
    (asked) =>
      statement`analytics.page_distribution(${range(asked)},\n  path => ${asked.path}::text,\n  ${ofVariant(asked)})`,
  ),
  'page-timing-over-time': chart(
    distributionQuery,
    (asked) =>
      statement`analytics.page_timing_by_time(${range(asked)},\n  path => ${asked.path}::text,\n  zone => ${asked.zone}::text,\n  ${ofVariant(asked)})`,
  ),
  funnel: chart(insightsRange, (asked) => statement`analytics.funnel(${range(asked)},\n  ${ofVariant(asked)})`),
  'quiz-time': chart(insightsRange, (asked) => statement`analytics.quiz_time(${range(asked)},\n  ${ofVariant(asked)})`),
  answers: chart(insightsRange, (asked) => statement`analytics.answers(${range(asked)},\n  ${ofVariant(asked)})`),
  conversion: chart(conversionQuery, conversionSource),
  'views-over-time': chart(
    insightsRange,
    (asked) =>
      statement`analytics.views_by_time(${range(asked)},\n  zone => ${asked.zone}::text,\n  ${ofVariant(asked)})`,
  ),
  live: chart(undatedQuery, () => statement`analytics.live()`),
  variants: chart(undatedQuery, () => statement`analytics.variants()`),
  questions: chart(undatedQuery, () => statement`analytics.questions()`),
  releases: chart(insightsRange, (asked) => statement`analytics.releases(${range(asked)},\n  ${ofVariant(asked)})`),
  'lesson-completion': chart(
    insightsRange,
    (asked) => statement`analytics.lesson_completion(${range(asked)},\n  ${ofVariant(asked)})`,
  ),
};

export const CHART_NAMES = Object.keys(CHART_QUERIES) as ChartName[];

/** Returns the statement for a chart's rows. */
export const rowsOf = (name: ChartName, asked: unknown): Statement =>
  statement`select ${raw(Object.keys(CHARTS[name]).join(', '))}\nfrom ${CHART_QUERIES[name].source(asked)}\nlimit ${raw(String(ROWS_MAX))}`;
