import {
  CHARTS,
  ROWS_MAX,
  type ChartName,
  type ConversionQuery,
  type DistributionQuery,
  type InsightsRange,
} from '@course/contracts';
import { raw, statement, type Statement } from './statement.ts';

type Filters = Pick<InsightsRange, 'from' | 'to' | 'zone' | 'variant'>;

const range = ({ from, to, zone }: Filters): Statement => statement`
  from_time => ${from}::date::timestamp at time zone ${zone}::text,
  to_time => (${to}::date + 1)::timestamp at time zone ${zone}::text`;

const ofVariant = ({ variant }: Filters): Statement => statement`only_variant => ${variant ?? null}::text`;

const rowsOf = (chart: ChartName, source: Statement): Statement =>
  statement`select ${raw(Object.keys(CHARTS[chart]).join(', '))}\nfrom ${source}\nlimit ${raw(String(ROWS_MAX))}`;

const conversionSource = (query: Omit<ConversionQuery, 'format'>): Statement =>
  query.by === 'day'
    ? statement`analytics.conversion_by_day(${range(query)},\n  zone => ${query.zone}::text,\n  ${ofVariant(query)})`
    : statement`analytics.conversion(${range(query)},\n  by_what => ${query.by}::text,\n  ${ofVariant(query)})`;

/** What each chart asks the database. The functions are documented in the database itself: `\df+ analytics.*`. */
export const chartQueries = {
  pageTiming: (filters: Filters) =>
    rowsOf('page-timing', statement`analytics.page_timing(${range(filters)},\n  ${ofVariant(filters)})`),
  pageDistribution: (filters: Omit<DistributionQuery, 'format'>) =>
    rowsOf(
      'page-distribution',
      statement`analytics.page_distribution(${range(filters)},\n  path => ${filters.path}::text,\n  ${ofVariant(filters)})`,
    ),
  pageTimingOverTime: (filters: Omit<DistributionQuery, 'format'>) =>
    rowsOf(
      'page-timing-over-time',
      statement`analytics.page_timing_by_time(${range(filters)},\n  path => ${filters.path}::text,\n  zone => ${filters.zone}::text,\n  ${ofVariant(filters)})`,
    ),
  funnel: (filters: Filters) =>
    rowsOf('funnel', statement`analytics.funnel(${range(filters)},\n  ${ofVariant(filters)})`),
  quizTime: (filters: Filters) =>
    rowsOf('quiz-time', statement`analytics.quiz_time(${range(filters)},\n  ${ofVariant(filters)})`),
  answers: (filters: Filters) =>
    rowsOf('answers', statement`analytics.answers(${range(filters)},\n  ${ofVariant(filters)})`),
  conversion: (query: Omit<ConversionQuery, 'format'>) => rowsOf('conversion', conversionSource(query)),
  viewsOverTime: (filters: Filters) =>
    rowsOf(
      'views-over-time',
      statement`analytics.views_by_time(${range(filters)},\n  zone => ${filters.zone}::text,\n  ${ofVariant(filters)})`,
    ),
  live: () => rowsOf('live', statement`analytics.live()`),
  variants: () => rowsOf('variants', statement`analytics.variants()`),
  releases: (filters: Filters) =>
    rowsOf('releases', statement`analytics.releases(${range(filters)},\n  ${ofVariant(filters)})`),
  lessonCompletion: (filters: Filters) =>
    rowsOf('lesson-completion', statement`analytics.lesson_completion(${range(filters)},\n  ${ofVariant(filters)})`),
  questions: () => rowsOf('questions', statement`analytics.questions()`),
} as const;
