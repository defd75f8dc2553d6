import { isOfExits } from '../stream/row-bytes.ts';

/** An entry of a replayed dead letter or an earlier release: one event a line, as `event-lines.ts` has them. */
export interface EventsEntry {
  readonly streamId: string;
  readonly text: string;
}

/** An entry as the service writes it: rows, ready to be copied into the table, or exits of rows that are there. */
export interface RowsEntry {
  readonly streamId: string;
  readonly rows: Buffer;
}

export type Entry = EventsEntry | RowsEntry;

export const isRows = (entry: Entry): entry is RowsEntry => 'rows' in entry;

/** True if the table most likely holds none of its rows yet. */
export const isCopyable = (entry: Entry): entry is RowsEntry => isRows(entry) && !isOfExits(entry.rows);

/** A line that can never become a row, and why. */
export interface PoisonLine extends EventsEntry {
  readonly reason: string;
}

export interface ChunkLimits {
  /** Lines of events. */
  readonly lines: number;
  /** Bytes of rows. */
  readonly bytes: number;
}

const lineCount = (text: string): number => {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

/** How much of a chunk an entry takes: 1 is all of it. */
const shareOf = (entry: Entry, { lines, bytes }: ChunkLimits): number =>
  isRows(entry) ? entry.rows.length / bytes : lineCount(entry.text) / lines;

/** How much of a chunk a batch takes: 1 is all of it, more is several. */
export const fullness = (entries: readonly Entry[], limits: ChunkLimits): number =>
  entries.reduce((sum, entry) => sum + shareOf(entry, limits), 0);

/** Cuts a batch so that no chunk holds more than the limits allow, unless a single entry does. Keeps the order. */
export const inChunks = (entries: readonly Entry[], limits: ChunkLimits): readonly (readonly Entry[])[] => {
  const chunks: Entry[][] = [];
  let taken = 1;
  for (const entry of entries) {
    const share = shareOf(entry, limits);
    if (taken + share > 1) {
      chunks.push([]);
      taken = 0;
    }
    chunks.at(-1)?.push(entry);
    taken += share;
  }
  return chunks;
};
