import { CHARTS, type ChartAnswer, type ChartName, type ExportFormat } from '@course/contracts';
import type { FastifyReply } from 'fastify';
import { toCsv } from './csv.ts';
import { toParquet } from './parquet.ts';

const WRITERS = {
  csv: { type: 'text/csv; charset=utf-8', write: toCsv },
  parquet: { type: 'application/vnd.apache.parquet', write: toParquet },
} as const;

/** A chart's rows as a file to keep, or its whole answer as JSON. */
export const chartBody = async <C extends ChartName>(
  chart: C,
  answer: ChartAnswer<C>,
  format: ExportFormat | undefined,
  reply: FastifyReply,
): Promise<ChartAnswer<C> | Buffer> => {
  if (format === undefined) return answer;
  const { type, write } = WRITERS[format];
  const body = await write(CHARTS[chart], answer.rows);
  void reply.headers({ 'content-type': type, 'content-disposition': `attachment; filename="${chart}.${format}"` });
  return body;
};
