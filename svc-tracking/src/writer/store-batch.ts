import type { PageViewRow } from '../stream/page-view-row.ts';
import { isCopyable, type Entry, type PoisonLine, type RowsEntry } from './entries.ts';
import { mergeById } from './merge.ts';
import type { PageViewTable } from './page-view-table.ts';
import { readEntries, type ReadClientError, type ReadRow } from './read-entries.ts';
import { isRefusedForItsData, reasonOf } from '../platform/sql-errors.ts';

/** Rows a statement. More are no faster, and are all in memory at once. */
export const ROWS_MAX = 2000;

/** How many rows were added; undefined when the table wants none of them as they are, most likely because it holds some. */
const copied = async (entries: readonly RowsEntry[], { copy }: PageViewTable): Promise<number | undefined> => {
  if (entries.length === 0) return 0;
  try {
    return await copy(entries.map(({ rows }) => rows));
  } catch (error) {
    if (!isRefusedForItsData(error)) throw error;
    return undefined;
  }
};

const refusedRows = async (
  rows: readonly PageViewRow[],
  table: PageViewTable,
): Promise<ReadonlyMap<string, string>> => {
  try {
    await table.upsert(rows);
    return new Map();
  } catch (error) {
    if (!isRefusedForItsData(error)) throw error;
    const [only] = rows;
    if (rows.length <= 1 || !only) return new Map(rows.map(({ id }) => [id, reasonOf(error)]));
    // Halving finds one bad row among a thousand in ten statements, and the others are written on the way.
    const middle = Math.ceil(rows.length / 2);
    const first = await refusedRows(rows.slice(0, middle), table);
    return new Map([...first, ...(await refusedRows(rows.slice(middle), table))]);
  }
};

/** Why rows are refused, by id. All others are committed. */
const merged = async (rows: readonly PageViewRow[], table: PageViewTable): Promise<ReadonlyMap<string, string>> => {
  const refused = new Map<string, string>();
  for (let at = 0; at < rows.length; at += ROWS_MAX) {
    for (const [id, reason] of await refusedRows(rows.slice(at, at + ROWS_MAX), table)) refused.set(id, reason);
  }
  return refused;
};

/** Errors that are refused, with the reason; all others are committed. They are few, so a refusal is of all at once. */
const refusedErrors = async (
  errors: readonly ReadClientError[],
  table: PageViewTable,
): Promise<readonly PoisonLine[]> => {
  if (errors.length === 0) return [];
  try {
    await table.insertClientErrors(errors.map(({ error }) => error));
    return [];
  } catch (error) {
    if (!isRefusedForItsData(error)) throw error;
    return errors.map(({ streamId, text }) => ({ streamId, text, reason: reasonOf(error) }));
  }
};

const asPoison = ({ streamId, lines }: ReadRow, reason: string): PoisonLine[] =>
  lines().map((text) => ({ streamId, text, reason }));

/** What became of a batch. */
export interface Stored {
  /** How many events and rows are committed. */
  readonly written: number;
  /** Lines that never will be. */
  readonly poison: readonly PoisonLine[];
}

/**
 * Brings a batch into PostgreSQL: all that is not poison is committed then. Entries of rows are copied; those of
 * exits, and rows that come a second time, are read and merged.
 * Rejects when PostgreSQL is away or unwell; the whole batch may then be tried again.
 */
export const storeBatch = async (entries: readonly Entry[], table: PageViewTable): Promise<Stored> => {
  const added = await copied(entries.filter(isCopyable), table);
  const { good, errors, poison } = readEntries(
    added === undefined ? entries : entries.filter((entry) => !isCopyable(entry)),
  );
  const refused = await merged(mergeById(good.map(({ row }) => row)), table);
  const refusals = await refusedErrors(errors, table);
  const unwritable = good.filter(({ row }) => refused.has(row.id));
  return {
    written: (added ?? 0) + good.length - unwritable.length + errors.length - refusals.length,
    poison: [...poison, ...refusals, ...unwritable.flatMap((read) => asPoison(read, refused.get(read.row.id) ?? ''))],
  };
};
