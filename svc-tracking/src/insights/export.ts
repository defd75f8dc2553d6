import {
  CHARTS,
  type ChartAnswer,
  type ChartName,
  type ColumnKind,
  type Columns,
  type ExportFormat,
} from '@course/contracts';
import type { FastifyReply } from 'fastify';
import type { BasicType } from 'hyparquet-writer';
import Papa from 'papaparse';

type Row = Readonly<Record<string, unknown>>;

/**
 * Encodes rows as CSV (RFC 4180) with a header. Text that a spreadsheet would take for a formula gets a leading
 * apostrophe; null is empty.
 */
export const toCsv = (columns: Columns, rows: readonly Row[]): Buffer => {
  const fields = Object.keys(columns);
  const data = rows.map((row) => fields.map((field) => row[field]));
  const text = Papa.unparse({ fields, data }, { escapeFormulae: true });
  return Buffer.from(text.endsWith('\r\n') ? text : `${text}\r\n`);
};

const TYPES = {
  text: 'STRING',
  optionalText: 'STRING',
  count: 'INT64',
  seconds: 'DOUBLE',
  score: 'DOUBLE',
  share: 'DOUBLE',
  cents: 'INT64',
  time: 'TIMESTAMP',
  flag: 'BOOLEAN',
} as const satisfies Record<ColumnKind, BasicType>;

const toParquetValue = (kind: ColumnKind, value: unknown): unknown => {
  if (value === null || value === undefined) return null;
  if (TYPES[kind] === 'INT64') return BigInt(value as number);
  return kind === 'time' ? new Date(value as string) : value;
};

/** Encodes rows as Parquet, with column types that match SQL's. Text is kept as it is. */
export const toParquet = async (columns: Columns, rows: readonly Row[]): Promise<Buffer> => {
  // Loaded on the first export because most processes never make one.
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const columnData = Object.entries(columns).map(([name, { kind }]) => ({
    name,
    type: TYPES[kind],
    nullable: true,
    data: rows.map((row) => toParquetValue(kind, row[name])),
  }));
  return Buffer.from(parquetWriteBuffer({ columnData }));
};

const WRITERS = {
  csv: { type: 'text/csv; charset=utf-8', write: toCsv },
  parquet: { type: 'application/vnd.apache.parquet', write: toParquet },
} as const;

/** Returns a chart's rows as a file to download, or without a format the whole answer as JSON. */
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
