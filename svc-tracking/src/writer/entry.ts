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
