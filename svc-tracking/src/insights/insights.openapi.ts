import {
  CHARTS,
  conversionQuery,
  distributionQuery,
  insightsRange,
  openInsights,
  rowSchema,
  undatedQuery,
  type ChartName,
} from '@course/contracts';
import { z } from 'zod';
import { answer, error, json } from '@course/service-kit';

interface Described {
  readonly summary: string;
  readonly query: z.ZodObject;
}

const DESCRIBED: Readonly<Record<ChartName, Described>> = {
  'page-timing': { summary: 'How long each page is looked at.', query: insightsRange },
  'page-distribution': { summary: 'How the visible seconds of one page are spread.', query: distributionQuery },
  'page-timing-over-time': {
    summary: 'How the visible seconds of one page develop, by hour up to 3 days, else by day.',
    query: distributionQuery,
  },
  funnel: { summary: 'Step by step: reached, answered, left, and for how long.', query: insightsRange },
  'quiz-time': { summary: 'How long visitors spend on the questions, all together.', query: insightsRange },
  answers: { summary: 'What visitors chose, question by question.', query: insightsRange },
  conversion: { summary: 'Conversion and revenue by variant, campaign, plan or day.', query: conversionQuery },
  'views-over-time': { summary: 'Views and visitors by hour up to 3 days, else by day.', query: insightsRange },
  live: { summary: 'Visitors of the last 5 minutes by page.', query: undatedQuery },
  variants: { summary: 'The variants that visitors were shown.', query: undatedQuery },
};

const parametersOf = (query: z.ZodObject) => {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
};

const FILE = { schema: { type: 'string', format: 'binary' } };

const rowsAnswer = (chart: ChartName) => {
  const { description, content } = answer(
    'The rows, and the SQL that answers the same as the analyst. With format, the rows as a file.',
    z.strictObject({
      sql: z.string(),
      rows: z.array(rowSchema(CHARTS[chart])),
    }),
  );
  return { description, content: { ...content, 'text/csv': FILE, 'application/vnd.apache.parquet': FILE } };
};

const chartPath = (chart: ChartName, { summary, query }: Described) => ({
  get: {
    operationId: `insights-${chart}`,
    summary,
    parameters: parametersOf(query),
    responses: {
      200: rowsAnswer(chart),
      400: error('A filter is wrong; the message says what to correct.'),
      401: error('The insights are not open in this browser.'),
      503: error(
        'ANALYST_URL is not set (insights_unset), the answer took over 10 s (insights_slow), or the database is away (store_unavailable).',
      ),
    },
  },
});

const NO_CONTENT = { description: 'Done.' };

const ACCESS_PATHS = {
  '/api/insights/session': {
    post: {
      operationId: 'openInsights',
      summary: 'Trade the token of the link for a cookie of 12 hours.',
      requestBody: { required: true, content: json(openInsights, 'input') },
      responses: {
        204: NO_CONTENT,
        403: error('The token is wrong.'),
        429: error('Too many tries; wait as long as Retry-After says.'),
      },
    },
    get: {
      operationId: 'isInsightsOpen',
      summary: 'Whether this browser is let in.',
      responses: { 204: NO_CONTENT, 401: error('It is not.') },
    },
    delete: { operationId: 'closeInsights', summary: 'Sign out.', responses: { 204: NO_CONTENT } },
  },
  '/api/insights/not-counted': {
    put: {
      operationId: 'markBrowser',
      summary: 'Leave later visits of this browser out of every measure.',
      responses: { 204: NO_CONTENT, 401: error('The insights are not open.') },
    },
    delete: {
      operationId: 'unmarkBrowser',
      summary: 'Count later visits of this browser.',
      responses: { 204: NO_CONTENT, 401: error('The insights are not open.') },
    },
  },
};

/** The part of the API behind the insights page. 404 everywhere without INSIGHTS_TOKEN. */
export const insightsPaths = () => ({
  ...ACCESS_PATHS,
  ...Object.fromEntries(
    (Object.keys(DESCRIBED) as ChartName[]).map((chart) => [
      `/api/insights/${chart}`,
      chartPath(chart, DESCRIBED[chart]),
    ]),
  ),
});
