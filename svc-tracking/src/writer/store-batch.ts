import { messageOf } from '@course/service-kit';
import type { PageViewRow } from '../stream/page-view-row.ts';
import { isCopyable, type Entry, type PoisonLine, type RowsEntry } from './entries.ts';
import { mergeById } from './merge.ts';
import type { PageViewRepository } from './page-view.repository.ts';
import { readEntries, type ReadClientError, type ReadRow } from './read-entries.ts';
import { isDataError } from '../platform/sql-errors.ts';

/** Rows per statement. More would be no faster, and all of them are in memory at once. */
export const ROWS_MAX = 2000;

/**
 * Copies rows into the table. Returns how many, or undefined if PostgreSQL refuses them, most likely because the table
 * has some.
 */
const tryCopy = async (entries: readonly RowsEntry[], { copy }: PageViewRepository): Promise<number | undefined> => {
  if (entries.length === 0) return 0;
  try {
    return await copy(entries.map(({ rows }) => rows));
  } catch (error) {
    if (!isDataError(error)) throw error;
    return undefined;
  }
};

/** Writes up to `ROWS_MAX` rows. Returns the reason for each refused row, by id; all others are committed. */
const upsertRows = async (
  rows: readonly PageViewRow[],
  repository: PageViewRepository,
): Promise<ReadonlyMap<string, string>> => {
  try {
    await repository.upsert(rows);
    return new Map();
  } catch (error) {
    if (!isDataError(error)) throw error;
    const [only] = rows;
    if (rows.length <= 1 || !only) return new Map(rows.map(({ id }) => [id, messageOf(error)]));
    // Halving finds one bad row among a thousand in ten statements, and the others are written on the way.
    const middle = Math.ceil(rows.length / 2);
    const first = await upsertRows(rows.slice(0, middle), repository);
    return new Map([...first, ...(await upsertRows(rows.slice(middle), repository))]);
  }
};

/** Writes any number of rows. Returns the reason for each refused row, by id; all others are committed. */
const upsertAll = async (
  rows: readonly PageViewRow[],
  repository: PageViewRepository,
): Promise<ReadonlyMap<string, string>> => {
  const refused = new Map<string, string>();
  for (let at = 0; at < rows.length; at += ROWS_MAX) {
    for (const [id, reason] of await upsertRows(rows.slice(at, at + ROWS_MAX), repository)) refused.set(id, reason);
  }
  return refused;
};

/** Writes browser errors. They are few, so if PostgreSQL refuses one, all are refused. Returns those refused. */
const insertErrors = async (
  errors: readonly ReadClientError[],
  repository: PageViewRepository,
): Promise<readonly PoisonLine[]> => {
  if (errors.length === 0) return [];
  try {
    await repository.insertClientErrors(errors.map(({ error }) => error));
    return [];
  } catch (error) {
    if (!isDataError(error)) throw error;
    return errors.map(({ streamId, text }) => ({ streamId, text, reason: messageOf(error) }));
  }
};

const asPoison = ({ streamId, lines }: ReadRow, reason: string): PoisonLine[] =>
  lines().map((text) => ({ streamId, text, reason }));

/** The outcome of storing a batch. */
export interface Stored {
  /** How many events and rows are committed. */
  readonly written: number;
  /** Lines that can never be stored. */
  readonly poison: readonly PoisonLine[];
}

/**
 * Writes a batch to PostgreSQL. Once it resolves, everything but the poison is committed. Entries of rows are copied;
 * exits, and rows that come a second time, are decoded and merged.
 * Rejects if PostgreSQL is unreachable or failing; the whole batch may then be retried.
 */
export const storeBatch = async (entries: readonly Entry[], repository: PageViewRepository): Promise<Stored> => {
  const added = await tryCopy(entries.filter(isCopyable), repository);
  const { good, errors, poison } = readEntries(
    added === undefined ? entries : entries.filter((entry) => !isCopyable(entry)),
  );
  const refused = await upsertAll(mergeById(good.map(({ row }) => row)), repository);
  const refusedErrors = await insertErrors(errors, repository);
  const unwritable = good.filter(({ row }) => refused.has(row.id));
  return {
    written: (added ?? 0) + good.length - unwritable.length + errors.length - refusedErrors.length,
    poison: [
      ...poison,
      ...refusedErrors,
      ...unwritable.flatMap((read) => asPoison(read, refused.get(read.row.id) ?? '')),
    ],
  };
};
