import { CHART_NAMES, CHART_SOURCES, CHARTS, rowSchema, type ChartName } from '@course/contracts';
import { REFUSALS } from '@course/service-kit';
import { z } from 'zod';
import { CHART_QUERIES } from './chart-queries.ts';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => z.toJSONSchema(schema, { io, unrepresentable: 'any' });

const parametersOf = (query: z.ZodType) => {
  const { properties = {}, required = [] } = schemaOf(query, 'input');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
};

const FILE = { schema: { type: 'string', format: 'binary' } };

const rowsSchema = (chart: ChartName) =>
  schemaOf(z.strictObject({ sql: z.string(), rows: z.array(rowSchema(CHARTS[chart])) }), 'output');

const chartPath = (chart: ChartName) => ({
  get: {
    operationId: `insights-${chart}`,
    summary: CHART_SOURCES[chart].about,
    parameters: parametersOf(CHART_QUERIES[chart].query),
    responses: {
      200: {
        description:
          'The rows, and SQL that returns the same rows when the analyst runs it. With format, the rows as a file.',
        content: {
          'application/json': { schema: rowsSchema(chart) },
          'text/csv': FILE,
          'application/vnd.apache.parquet': FILE,
        },
      },
      ...REFUSALS,
    },
  },
});

/** Returns the OpenAPI paths of the charts. One handler serves them all, so decorators cannot describe each of them. */
export const chartPaths = () =>
  Object.fromEntries(CHART_NAMES.map((chart) => [`/api/insights/${chart}`, chartPath(chart)]));
