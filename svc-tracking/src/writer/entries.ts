import { holdsExits } from '../stream/row-bytes.ts';

/**
 * An entry of browser errors, replayed dead letters or an earlier release: one event per line, encoded by
 * `event-lines.ts`.
 */
export interface EventsEntry {
  readonly streamId: string;
  readonly text: string;
}

/** An entry of rows that are ready to be copied into the table, or of exits to merge into existing rows. */
export interface RowsEntry {
  readonly streamId: string;
  readonly rows: Buffer;
}

export type Entry = EventsEntry | RowsEntry;

export const isRows = (entry: Entry): entry is RowsEntry => 'rows' in entry;

/** True if the table most likely holds none of its rows yet. */
export const isCopyable = (entry: Entry): entry is RowsEntry => isRows(entry) && !holdsExits(entry.rows);

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

/** Returns the share of a chunk that an entry fills: 1 is a whole chunk. */
const shareOf = (entry: Entry, { lines, bytes }: ChunkLimits): number =>
  isRows(entry) ? entry.rows.length / bytes : lineCount(entry.text) / lines;

/** Returns how many chunks a batch fills, as a fraction. */
export const fullness = (entries: readonly Entry[], limits: ChunkLimits): number =>
  entries.reduce((sum, entry) => sum + shareOf(entry, limits), 0);

/** Splits a batch so that no chunk exceeds the limits unless a single entry does. Keeps the order. */
export const inChunks = (entries: readonly Entry[], limits: ChunkLimits): readonly (readonly Entry[])[] => {
  const chunks: Entry[][] = [];
  let filled = 1;
  for (const entry of entries) {
    const share = shareOf(entry, limits);
    if (filled + share > 1) {
      chunks.push([]);
      filled = 0;
    }
    chunks.at(-1)?.push(entry);
    filled += share;
  }
  return chunks;
};
