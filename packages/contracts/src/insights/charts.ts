import type { Columns, RowOf } from './columns.ts';

// The only definitions of the measures: the insights page and the API's description show them, and the migration
// program writes them into the database as comments (CHART_SOURCES below).
const LEFT_OUT = 'Crawlers and the owner’s visits are left out.';
const NO_SANDBOX = 'Sandbox orders are left out.';

const pageTiming = {
  page_path: {
    kind: 'text',
    label: 'Page',
    meaning: 'The path that was viewed; (other) for all that are not counted separately.',
  },
  views: { kind: 'count', label: 'Views', meaning: `How often the page was entered. ${LEFT_OUT}` },
  exits: { kind: 'count', label: 'Timed', meaning: 'Views whose end is known. All times are based on them.' },
  began: { kind: 'count', label: 'Began', meaning: 'Visits that began on this page.' },
  bounces: { kind: 'count', label: 'Bounces', meaning: 'Visits that began on this page and saw no other.' },
  bounce_rate: {
    kind: 'share',
    label: 'Bounce rate',
    meaning: 'Bounces as a share of the visits that began on this page. Unknown when none did.',
  },
  mean_seconds: {
    kind: 'seconds',
    label: 'Mean',
    meaning: 'Mean visible time of a view in seconds. A hidden tab does not count.',
  },
  p50_seconds: {
    kind: 'seconds',
    label: 'Median',
    meaning:
      'Half of the views were visible for at most this many seconds; at most 1 % off, like the other percentiles.',
  },
  p75_seconds: {
    kind: 'seconds',
    label: 'p75',
    meaning: 'Three quarters of the views were visible for at most this many seconds.',
  },
  p90_seconds: {
    kind: 'seconds',
    label: 'p90',
    meaning: 'Nine in ten views were visible for at most this many seconds.',
  },
  p99_seconds: {
    kind: 'seconds',
    label: 'p99',
    meaning: '99 in 100 views were visible for at most this many seconds: the p99 of single views, not of visits.',
  },
} as const satisfies Columns;

const pageDistribution = {
  from_seconds: { kind: 'seconds', label: 'From', meaning: 'Visible seconds at which the bar begins.' },
  to_seconds: {
    kind: 'seconds',
    label: 'To',
    meaning: 'Visible seconds at which the bar ends. Each bar spans the same factor, except one that begins at 0.',
  },
  views: { kind: 'count', label: 'Views', meaning: `Page views whose visible time lies between them. ${LEFT_OUT}` },
} as const satisfies Columns;

const pageTimingOverTime = {
  starts_at: {
    kind: 'time',
    label: 'Begins',
    meaning: 'Start of the hour, or of the day in the zone chosen when the range is over 3 days.',
  },
  views: { kind: 'count', label: 'Views', meaning: `Page views entered in it. ${LEFT_OUT}` },
  exits: { kind: 'count', label: 'Timed', meaning: 'Those of them whose end is known.' },
  p50_seconds: {
    kind: 'seconds',
    label: 'Median',
    meaning: 'Half of the timed views were visible for at most this many seconds; at most 1 % off, like p90.',
  },
  p90_seconds: {
    kind: 'seconds',
    label: 'p90',
    meaning: 'Nine in ten timed views were visible for at most this many seconds.',
  },
} as const satisfies Columns;

const funnel = {
  place: { kind: 'count', label: 'Place', meaning: 'Order of the step in the funnel.' },
  step: { kind: 'text', label: 'Step', meaning: 'The step’s key in the product’s data.' },
  page_path: { kind: 'text', label: 'Page', meaning: 'The step’s path.' },
  title: { kind: 'optionalText', label: 'Title', meaning: 'The heading of the step.' },
  question_key: {
    kind: 'optionalText',
    label: 'Question',
    meaning: 'The key under which its answer is stored; none where nothing is asked.',
  },
  reached: { kind: 'count', label: 'Reached', meaning: `Visits that saw the step. ${LEFT_OUT}` },
  answered: { kind: 'count', label: 'Answered', meaning: 'Visits that saw the step and whose question has an answer.' },
  left_here: {
    kind: 'count',
    label: 'Left here',
    meaning: 'Visits whose last step it is, and that have not seen a page for 30 minutes.',
  },
  still_here: {
    kind: 'count',
    label: 'Still here',
    meaning: 'Visits whose last step it is, and that saw a page within 30 minutes.',
  },
  drop_off: {
    kind: 'share',
    label: 'Drop-off',
    meaning: 'Left here as a share of reached. Unknown when nobody reached it.',
  },
  stayed_p50_seconds: {
    kind: 'seconds',
    label: 'Stayed, median',
    meaning: 'Of visits that went on: median of the longest visible time on the step, in seconds.',
  },
  left_p50_seconds: {
    kind: 'seconds',
    label: 'Left, median',
    meaning: 'Of visits whose last step it is: median of the longest visible time on it, in seconds.',
  },
  as_of: { kind: 'time', label: 'As of', meaning: 'The time up to which these figures are complete.' },
} as const satisfies Columns;

const quizTime = {
  visitors: {
    kind: 'count',
    label: 'Visitors',
    meaning: `Visits with such a time on the numbered questions. ${LEFT_OUT}`,
  },
  p50_seconds: {
    kind: 'seconds',
    label: 'Median',
    meaning:
      'Half of them spent at most this many visible seconds on the numbered questions, all together; at most 2 % off, like the other percentiles.',
  },
  p75_seconds: { kind: 'seconds', label: 'p75', meaning: 'Three quarters of them spent at most this many.' },
  p90_seconds: { kind: 'seconds', label: 'p90', meaning: 'Nine in ten of them spent at most this many.' },
} as const satisfies Columns;

const answers = {
  question_key: { kind: 'text', label: 'Question', meaning: 'The key under which the answer is stored.' },
  answer_value: { kind: 'text', label: 'Answer', meaning: 'The option, as it is stored.' },
  answers: { kind: 'count', label: 'Answers', meaning: `Sessions that chose it. ${LEFT_OUT}` },
  share: {
    kind: 'share',
    label: 'Share',
    meaning:
      'Answers as a share of the sessions that answered the question; where several may be chosen, shares add up to more.',
  },
  declared: { kind: 'flag', label: 'Declared', meaning: 'Whether a release that is live asks the question.' },
} as const satisfies Columns;

const conversion = {
  key: {
    kind: 'text',
    label: 'By',
    meaning: 'The variant, campaign, plan or day; empty for none, (other) for all that are not counted separately.',
  },
  visitors: {
    kind: 'count',
    label: 'Visitors',
    meaning: `Visits that began in this time; by plan, all of them. ${LEFT_OUT}`,
  },
  buyers: {
    kind: 'count',
    label: 'Buyers',
    meaning: 'Those of them with an order, whenever they paid; by plan, an order of this plan.',
  },
  conversion: {
    kind: 'share',
    label: 'Conversion',
    meaning: 'Buyers as a share of visitors. Unknown when there were none.',
  },
  orders: { kind: 'count', label: 'Orders', meaning: `Their orders. ${NO_SANDBOX}` },
  gross_cents: { kind: 'cents', label: 'Gross', meaning: `What they paid, before refunds. ${NO_SANDBOX}` },
  refunded_cents: { kind: 'cents', label: 'Refunded', meaning: 'Amount refunded to them.' },
  net_cents: { kind: 'cents', label: 'Net', meaning: `Gross less refunded. ${NO_SANDBOX}` },
  currency: { kind: 'optionalText', label: 'Currency', meaning: 'ISO code of the money in the row.' },
} as const satisfies Columns;

const viewsOverTime = {
  starts_at: {
    kind: 'time',
    label: 'Begins',
    meaning: 'Start of the hour, or of the day in the zone chosen when the range is over 3 days.',
  },
  views: { kind: 'count', label: 'Views', meaning: `Page views entered in it. ${LEFT_OUT}` },
  visitors: { kind: 'count', label: 'Visitors', meaning: `Visits that began in it. ${LEFT_OUT}` },
} as const satisfies Columns;

const live = {
  page_path: { kind: 'text', label: 'Page', meaning: 'The page that the visitor entered last.' },
  visitors: {
    kind: 'count',
    label: 'Visitors',
    meaning: `Sessions that entered a page within the last 5 minutes, each at its latest. ${LEFT_OUT}`,
  },
} as const satisfies Columns;

const variants = {
  variant: { kind: 'text', label: 'Variant', meaning: 'Which entry or offer a visitor was shown by the split.' },
} as const satisfies Columns;

const questions = {
  question_key: { kind: 'text', label: 'Question', meaning: 'Key under which its answers are stored.' },
  question: { kind: 'text', label: 'Asks', meaning: 'Heading of the screen that asks it.' },
  answer_value: { kind: 'text', label: 'Value', meaning: 'An option as it is stored.' },
  label: { kind: 'text', label: 'Label', meaning: 'The option as visitors read it.' },
  place: { kind: 'count', label: 'Place', meaning: 'The option’s place among those of its question, from 1.' },
  declared: {
    kind: 'flag',
    label: 'Declared',
    meaning: 'Whether a live release asks it; otherwise one did within the last 30 days.',
  },
} as const satisfies Columns;

const POOR =
  'Visits in which it was poor, by the thresholds of web-vitals (LCP over 4 s, INP over 0.5 s, CLS over 0.25, TTFB over 1.8 s), as a share of those in which it was measured.';

const releases = {
  remote: { kind: 'text', label: 'Remote', meaning: 'The remote whose screens were seen.' },
  release: {
    kind: 'text',
    label: 'Release',
    meaning: 'Name of its release; (other) for unknown names, and for those beyond the limit.',
  },
  version: {
    kind: 'optionalText',
    label: 'Version',
    meaning: 'What the team calls it, of releases of the last 30 days.',
  },
  visits: {
    kind: 'count',
    label: 'Visits',
    meaning: `Visits that saw the remote first on this release. ${LEFT_OUT} So are previews.`,
  },
  share: { kind: 'share', label: 'Share', meaning: 'Its visits as a share of all that saw the remote.' },
  failed: {
    kind: 'count',
    label: 'Failed',
    meaning: 'Visits in which a browser reported an error of this release.',
  },
  error_rate: { kind: 'share', label: 'Error rate', meaning: 'Failed as a share of visits.' },
  completed: {
    kind: 'count',
    label: 'Completed',
    meaning: 'Visits that reached the last step of the release or went on to the next remote’s.',
  },
  completion: {
    kind: 'share',
    label: 'Completion',
    meaning: 'Completed as a share of visits. Unknown where the remote has no last step.',
  },
  buyers: { kind: 'count', label: 'Buyers', meaning: `Visits with an order, whenever they paid. ${NO_SANDBOX}` },
  conversion: { kind: 'share', label: 'Conversion', meaning: 'Buyers as a share of visits.' },
  lcp_visits: { kind: 'count', label: 'LCP of', meaning: 'Visits in which Largest Contentful Paint was measured.' },
  lcp_p75_seconds: {
    kind: 'seconds',
    label: 'LCP p75',
    meaning:
      'In three quarters of them it was at most this many seconds on the remote’s slowest screen; at most 1 % off.',
  },
  lcp_poor: { kind: 'share', label: 'LCP poor', meaning: POOR },
  inp_visits: { kind: 'count', label: 'INP of', meaning: 'Visits in which Interaction to Next Paint was measured.' },
  inp_p75_seconds: {
    kind: 'seconds',
    label: 'INP p75',
    meaning:
      'In three quarters of them it was at most this many seconds on the remote’s slowest screen; at most 1 % off.',
  },
  inp_poor: { kind: 'share', label: 'INP poor', meaning: POOR },
  cls_visits: { kind: 'count', label: 'CLS of', meaning: 'Visits in which Cumulative Layout Shift was measured.' },
  cls_p75: {
    kind: 'score',
    label: 'CLS p75',
    meaning:
      'In three quarters of them it was at most this value on the remote’s worst screen; at most 1 % or 0.001 off.',
  },
  cls_poor: { kind: 'share', label: 'CLS poor', meaning: POOR },
  ttfb_visits: { kind: 'count', label: 'TTFB of', meaning: 'Visits in which Time to First Byte was measured.' },
  ttfb_p75_seconds: {
    kind: 'seconds',
    label: 'TTFB p75',
    meaning: 'In three quarters of them it was at most this many seconds; at most 1 % off.',
  },
  ttfb_poor: { kind: 'share', label: 'TTFB poor', meaning: POOR },
} as const satisfies Columns;

const lessonCompletion = {
  lesson: { kind: 'text', label: 'Lesson', meaning: 'The lesson, by its file’s name.' },
  sent: {
    kind: 'count',
    label: 'Sent',
    meaning: `How often it was sent in this time. ${NO_SANDBOX} So are readers who were erased.`,
  },
  done: { kind: 'count', label: 'Done', meaning: 'How many of these its readers have marked as done, at any time.' },
  completion: { kind: 'share', label: 'Completion', meaning: 'Done as a share of sent.' },
} as const satisfies Columns;

/** Every chart of the insights API: its path under /api/insights and its columns. */
export const CHARTS = {
  'page-timing': pageTiming,
  'page-distribution': pageDistribution,
  'page-timing-over-time': pageTimingOverTime,
  funnel,
  'quiz-time': quizTime,
  answers,
  conversion,
  'views-over-time': viewsOverTime,
  live,
  variants,
  questions,
  releases,
  'lesson-completion': lessonCompletion,
} as const satisfies Record<string, Columns>;

export type ChartName = keyof typeof CHARTS;

export const CHART_NAMES = Object.keys(CHARTS) as ChartName[];

interface ChartSource {
  /** Description of the chart as a whole. */
  readonly about: string;
  /** The function in schema `analytics` that returns its rows. */
  readonly fn: string;
  /** The view in schema `analytics` that has the same columns by day. */
  readonly view?: string;
}

/** The database function and view of each chart, to which its definitions are attached as comments. */
export const CHART_SOURCES: Readonly<Record<ChartName, ChartSource>> = {
  'page-timing': { about: 'How long each page is visible.', fn: 'page_timing', view: 'page_timing_daily' },
  'page-distribution': {
    about:
      'How the visible seconds of one page are spread: at most 40 bars of equal width on a logarithmic scale; times below 0.1 s share the first.',
    fn: 'page_distribution',
  },
  'page-timing-over-time': {
    about:
      'How the visible seconds of one page develop: by hour up to 3 days, else by day of the time zone, without gaps, up to the current one.',
    fn: 'page_timing_by_time',
  },
  funnel: {
    about: 'The funnel step by step, of visits that began in the range: reached, answered, left, and for how long.',
    fn: 'funnel',
    view: 'funnel_daily',
  },
  'quiz-time': {
    about:
      'How long visitors spend on the questions: the longest visible times on the numbered questions added up, of visits that began in the range.',
    fn: 'quiz_time',
  },
  answers: {
    about:
      'What visitors chose, question by question, of visits that began in the range: of each question the 100 options chosen most, and of the questions that no live release asks the 50 with the most answers.',
    fn: 'answers',
    view: 'answers_daily',
  },
  conversion: {
    about:
      'Conversion and revenue of visitors who began in the range, whenever they paid, by variant, campaign, plan or day: at most 200 of them and (other) for the rest.',
    fn: 'conversion',
    view: 'conversion_daily',
  },
  'views-over-time': {
    about:
      'Views and visitors: by hour up to 3 days, else by day of the time zone, without gaps, up to the current one.',
    fn: 'views_by_time',
  },
  live: { about: 'Visitors of the last 5 minutes by page.', fn: 'live' },
  variants: { about: 'The variants that visitors were shown, in the order of their names.', fn: 'variants' },
  questions: {
    about: 'The questions that releases declare, with the labels of their options.',
    fn: 'questions',
  },
  releases: {
    about:
      'Errors, web vitals and next steps of visitors who began in the range, by remote and release; at most 200 releases.',
    fn: 'releases',
    view: 'releases_daily',
  },
  'lesson-completion': {
    about: 'Which lessons readers finish: of those sent in the range, how many were marked as done.',
    fn: 'lesson_completion',
    view: 'lesson_completion_daily',
  },
};
export type ChartRow<C extends ChartName> = RowOf<(typeof CHARTS)[C]>;

/** A chart's rows, and the SQL that returns the same rows in psql when run as the analyst. */
export interface ChartAnswer<C extends ChartName> {
  readonly sql: string;
  readonly rows: readonly ChartRow<C>[];
}
