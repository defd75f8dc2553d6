import { CHART_SOURCES, CHARTS, openInsights, rowSchema, type ChartName } from '@course/contracts';
import { z } from 'zod';
import { answer, error, json } from '@course/service-kit';
import { CHART_NAMES, CHART_QUERIES } from './chart-queries/chart-queries.ts';

const parametersOf = (query: z.ZodType) => {
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

const chartPath = (chart: ChartName) => ({
  get: {
    operationId: `insights-${chart}`,
    summary: CHART_SOURCES[chart].about,
    parameters: parametersOf(CHART_QUERIES[chart].query),
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
  ...Object.fromEntries(CHART_NAMES.map((chart) => [`/api/insights/${chart}`, chartPath(chart)])),
});
