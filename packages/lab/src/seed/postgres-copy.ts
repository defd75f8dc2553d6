import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { FUNNEL_TABLES, PAGE_VIEWS, type Cell, type SeedRow, type SeedTable } from './rows.ts';
import { inTransaction } from '@course/ops/postgres/client';
import type { Visitor } from './visitor.ts';
import type { ChunkWriter } from './write.ts';

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

const cellText = (cell: Cell): string => {
  if (cell === null) return '\\N';
  return typeof cell === 'string'
    ? cell.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character)
    : String(cell);
};

/** Returns rows in the text format of COPY. */
export const copyText = (rows: readonly SeedRow[]): string =>
  rows.map((row) => `${Object.values(row).map(cellText).join('\t')}\n`).join('');

/**
 * Writes these visitors' rows of one table. Returns how many there were. Table and column names are constants of this
 * package.
 */
const copyInto = async (client: pg.ClientBase, table: SeedTable, visitors: readonly Visitor[]): Promise<number> => {
  const rows = visitors.flatMap(table.rowsOf);
  const [first] = rows;
  if (!first) return 0;
  const stream = client.query(from(`copy ${table.name} (${Object.keys(first).join(', ')}) from stdin`));
  stream.end(copyText(rows));
  await finished(stream);
  return stream.rowCount;
};

/** Returns a writer that copies visitors to the tables, each chunk in one transaction. */
export const throughCopy =
  (client: pg.ClientBase): ChunkWriter =>
  (visitors) =>
    inTransaction(client, async () => {
      for (const table of FUNNEL_TABLES) await copyInto(client, table, visitors);
      return copyInto(client, PAGE_VIEWS, visitors);
    });
