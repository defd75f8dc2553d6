import type { ColumnKind, Columns } from '@course/contracts';
import type { BasicType } from 'hyparquet-writer';

type Row = Readonly<Record<string, unknown>>;

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

const stored = (kind: ColumnKind, value: unknown): unknown => {
  if (value === null || value === undefined) return null;
  if (TYPES[kind] === 'INT64') return BigInt(value as number);
  return kind === 'time' ? new Date(value as string) : value;
};

/** Columns of the types that SQL has for them; text is kept as it is. */
export const toParquet = async (columns: Columns, rows: readonly Row[]): Promise<Buffer> => {
  // Loaded with the first export: most processes never make one.
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const columnData = Object.entries(columns).map(([name, { kind }]) => ({
    name,
    type: TYPES[kind],
    nullable: true,
    data: rows.map((row) => stored(kind, row[name])),
  }));
  return Buffer.from(parquetWriteBuffer({ columnData }));
};
