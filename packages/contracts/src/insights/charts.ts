import type { Columns, RowOf } from './columns.ts';

const VISIBLE = 'seconds in which the page was visible, of views whose end is known';
const LEFT_OUT = 'Bots and visits of the owner are left out.';

const pageTiming = {
  page_path: { kind: 'text', label: 'Page', meaning: 'The path that was viewed.' },
  views: { kind: 'count', label: 'Views', meaning: `Entries to the page. ${LEFT_OUT}` },
  exits: { kind: 'count', label: 'Timed', meaning: 'Views whose end is known, on which all times are based.' },
  bounces: { kind: 'count', label: 'Bounces', meaning: 'Visits that began on this page and saw no other.' },
  bounce_rate: { kind: 'share', label: 'Bounce rate', meaning: 'Bounces as a share of the visits that began on this page; unknown where none did.' },
  mean_seconds: { kind: 'seconds', label: 'Mean', meaning: `Mean ${VISIBLE}.` },
  p50_seconds: { kind: 'seconds', label: 'Median', meaning: `Half of the views took no longer: ${VISIBLE}. At most 1 % off.` },
  p75_seconds: { kind: 'seconds', label: 'p75', meaning: `Three of four views took no longer: ${VISIBLE}. At most 1 % off.` },
  p90_seconds: { kind: 'seconds', label: 'p90', meaning: `Nine of ten views took no longer: ${VISIBLE}. At most 1 % off.` },
  p99_seconds: { kind: 'seconds', label: 'p99', meaning: `99 of 100 views took no longer: ${VISIBLE}. At most 1 % off.` },
} as const satisfies Columns;

const pageDistribution = {
  from_seconds: { kind: 'seconds', label: 'From', meaning: 'Visible seconds at which the bar begins.' },
  to_seconds: { kind: 'seconds', label: 'To', meaning: 'Visible seconds at which the bar ends. Each bar spans the same factor.' },
  views: { kind: 'count', label: 'Views', meaning: `Views that took this long. ${LEFT_OUT}` },
} as const satisfies Columns;

const funnel = {
  place: { kind: 'count', label: 'Place', meaning: 'The step’s place on the way.' },
  step: { kind: 'text', label: 'Step', meaning: 'The step’s key in the product’s data.' },
  page_path: { kind: 'text', label: 'Page', meaning: 'The step’s path.' },
  title: { kind: 'optionalText', label: 'Title', meaning: 'What the step says first.' },
  question_key: { kind: 'optionalText', label: 'Question', meaning: 'The key under which its answer is stored; none where nothing is asked.' },
  reached: { kind: 'count', label: 'Reached', meaning: `Visits of this time that saw the step. ${LEFT_OUT}` },
  answered: { kind: 'count', label: 'Answered', meaning: 'Of these, the visits whose question has an answer.' },
  left_here: { kind: 'count', label: 'Left here', meaning: 'Visits whose last step it is and that saw no page for 30 minutes.' },
  still_here: { kind: 'count', label: 'Still here', meaning: 'Visits whose last step it is and that saw a page within 30 minutes.' },
  drop_off: { kind: 'share', label: 'Drop-off', meaning: 'Left here as a share of reached.' },
  stayed_p50_seconds: { kind: 'seconds', label: 'Stayed, median', meaning: 'Median visible seconds on the step, of visits that went on. Of several views the longest.' },
  left_p50_seconds: { kind: 'seconds', label: 'Left, median', meaning: 'Median visible seconds on the step, of visits whose last step it is.' },
  as_of: { kind: 'time', label: 'As of', meaning: 'The moment that these figures tell of.' },
} as const satisfies Columns;

const answers = {
  question_key: { kind: 'text', label: 'Question', meaning: 'The key under which the answer is stored.' },
  answer_value: { kind: 'text', label: 'Answer', meaning: 'The option, as it is stored.' },
  answers: { kind: 'count', label: 'Visitors', meaning: `Visitors of this time who chose it. ${LEFT_OUT}` },
  share: { kind: 'share', label: 'Share', meaning: 'Of the visitors who answered the question. Where several may be chosen, shares may add up to more than 100 %.' },
} as const satisfies Columns;

const conversion = {
  key: { kind: 'text', label: 'By', meaning: 'The variant, campaign, plan or day; empty for none.' },
  visitors: { kind: 'count', label: 'Visitors', meaning: `Visits that began in this time; by plan, all of them. ${LEFT_OUT}` },
  buyers: { kind: 'count', label: 'Buyers', meaning: 'Of these, the visitors who paid, whenever they did.' },
  conversion: { kind: 'share', label: 'Conversion', meaning: 'Buyers as a share of visitors.' },
  orders: { kind: 'count', label: 'Orders', meaning: 'Orders of these visitors. Sandbox orders are left out.' },
  gross_cents: { kind: 'cents', label: 'Gross', meaning: 'What these visitors paid, before refunds. Sandbox orders are left out.' },
  refunded_cents: { kind: 'cents', label: 'Refunded', meaning: 'What was given back of it.' },
  net_cents: { kind: 'cents', label: 'Net', meaning: 'Gross less refunds. Sandbox orders are left out.' },
  currency: { kind: 'optionalText', label: 'Currency', meaning: 'ISO code of the money in the row.' },
} as const satisfies Columns;

const viewsOverTime = {
  starts_at: { kind: 'time', label: 'Begins', meaning: 'Begin of the hour, or of the day in the zone chosen when the range is over 3 days.' },
  views: { kind: 'count', label: 'Views', meaning: `Page views entered in it. ${LEFT_OUT}` },
  visitors: { kind: 'count', label: 'Visitors', meaning: `Visits that began in it. ${LEFT_OUT}` },
} as const satisfies Columns;

const live = {
  page_path: { kind: 'text', label: 'Page', meaning: 'The page that the visitor entered last.' },
  visitors: { kind: 'count', label: 'Visitors', meaning: `Visitors who entered a page in the last 5 minutes, each at their latest. ${LEFT_OUT}` },
} as const satisfies Columns;

const variants = {
  variant: { kind: 'text', label: 'Variant', meaning: 'Which entry or offer a visitor was shown by the split.' },
} as const satisfies Columns;

/** Every answer of the insights API: its address under /api/insights and its columns. */
export const CHARTS = {
  'page-timing': pageTiming,
  'page-distribution': pageDistribution,
  funnel,
  answers,
  conversion,
  'views-over-time': viewsOverTime,
  live,
  variants,
} as const satisfies Record<string, Columns>;

export type ChartName = keyof typeof CHARTS;
export type ChartRow<C extends ChartName> = RowOf<(typeof CHARTS)[C]>;

/** What a chart shows, and the SQL that answers the same in psql as the analyst. */
export interface ChartAnswer<C extends ChartName> {
  readonly sql: string;
  readonly rows: readonly ChartRow<C>[];
}
