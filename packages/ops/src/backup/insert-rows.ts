import type pg from 'pg';
import { Failure } from '../failure.ts';
import type { Entry, Row } from './archive.ts';
import type { Table } from './catalogue.ts';

const BATCH_ROWS = 1000;
const BATCH_LENGTH = 4_000_000;

/** Returns a statement that inserts many rows: a text array for each column, cast to the column's type. */
const statementFor = (client: pg.Client, { name, columns }: Table, columnNames: readonly string[]): string => {
  const types = columnNames.map((column) => {
    const known = columns.find((candidate) => candidate.name === column);
    if (!known) throw new Failure(`The backup has a column ${column} of ${name} that this version does not know.`);
    return known.type;
  });
  const names = columnNames.map((column) => client.escapeIdentifier(column)).join(', ');
  const values = types.map((type, index) => `r.c${index}::${type}`).join(', ');
  const arrays = columnNames.map((_, index) => `$${index + 1}::text[]`).join(', ');
  return `INSERT INTO ${name} (${names}) OVERRIDING SYSTEM VALUE SELECT ${values} FROM unnest(${arrays}) AS r (${columnNames.map((_, index) => `c${index}`).join(', ')})`;
};

interface Target {
  readonly statement: string;
  readonly width: number;
  rows: Row[];
  /** Characters in these rows. */
  length: number;
}

const flush = async (client: pg.Client, target: Target | undefined): Promise<void> => {
  if (!target || target.rows.length === 0) return;
  const arrays = Array.from({ length: target.width }, (_, index) => target.rows.map((row) => row[index] ?? null));
  await client.query(target.statement, arrays);
  target.rows = [];
  target.length = 0;
};

const add = async (client: pg.Client, target: Target, row: Row): Promise<void> => {
  target.rows.push(row);
  target.length += row.reduce((sum, value) => sum + (value?.length ?? 0), 0);
  if (target.rows.length >= BATCH_ROWS || target.length >= BATCH_LENGTH) await flush(client, target);
};

const targetFor = (
  client: pg.Client,
  tables: readonly Table[],
  { table, columns }: Extract<Entry, { kind: 'table' }>,
): Target => {
  const known = tables.find(({ name }) => name === table);
  if (!known) throw new Failure(`The backup has a table ${table} that this version does not know.`);
  return { statement: statementFor(client, known, columns), width: columns.length, rows: [], length: 0 };
};

/** Inserts a backup's rows into empty tables, in the backup's order, which has referenced rows first. */
export const insertRows = async (
  client: pg.Client,
  tables: readonly Table[],
  entries: AsyncIterable<Entry>,
): Promise<void> => {
  let target: Target | undefined;
  for await (const entry of entries) {
    if (entry.kind === 'row') {
      if (target) await add(client, target, entry.row);
      continue;
    }
    await flush(client, target);
    target = entry.kind === 'table' ? targetFor(client, tables, entry) : undefined;
  }
};
