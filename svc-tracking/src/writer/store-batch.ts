import { readEntries, type Entry, type PoisonLine, type ReadLine } from './entry.ts';
import { mergeEvents } from './merge.ts';
import type { PageViewRow } from './page-view-row.ts';
import { isRefusedForItsData, reasonOf } from './sql-errors.ts';

/** Writes rows in one transaction. */
export type Upsert = (rows: readonly PageViewRow[]) => Promise<void>;

const refusedRows = async (rows: readonly PageViewRow[], upsert: Upsert): Promise<ReadonlyMap<string, string>> => {
  try {
    await upsert(rows);
    return new Map();
  } catch (error) {
    if (!isRefusedForItsData(error)) throw error;
    const [only] = rows;
    if (rows.length <= 1 || !only) return new Map(rows.map(({ id }) => [id, reasonOf(error)]));
    // Halving finds one bad row among a thousand in ten statements, and the others are written on the way.
    const middle = Math.ceil(rows.length / 2);
    const first = await refusedRows(rows.slice(0, middle), upsert);
    return new Map([...first, ...(await refusedRows(rows.slice(middle), upsert))]);
  }
};

const asPoison = (line: ReadLine, refused: ReadonlyMap<string, string>): PoisonLine[] => {
  const reason = refused.get(line.event.id);
  return reason === undefined ? [] : [{ streamId: line.streamId, text: line.text, reason }];
};

/** What became of a batch. */
export interface Stored {
  /** How many events are committed. */
  readonly events: number;
  /** Lines that never will be. */
  readonly poison: readonly PoisonLine[];
}

/**
 * Brings a batch into PostgreSQL: all that is not poison is committed then.
 * Rejects when PostgreSQL is away or unwell; the whole batch may then be tried again.
 */
export const storeBatch = async (entries: readonly Entry[], upsert: Upsert): Promise<Stored> => {
  const { good, poison } = readEntries(entries);
  if (good.length === 0) return { events: 0, poison };
  const refused = await refusedRows(mergeEvents(good.map(({ event }) => event)), upsert);
  const unwritable = good.flatMap((line) => asPoison(line, refused));
  return { events: good.length - unwritable.length, poison: [...poison, ...unwritable] };
};
