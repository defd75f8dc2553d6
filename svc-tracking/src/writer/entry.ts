/** An entry as it stands in the stream: one event a line. */
export interface EventsEntry {
  readonly streamId: string;
  readonly text: string;
}

/** An entry that holds rows, ready to be copied into the table. */
export interface RowsEntry {
  readonly streamId: string;
  readonly rows: Buffer;
}

export type Entry = EventsEntry | RowsEntry;

export const isRows = (entry: Entry): entry is RowsEntry => 'rows' in entry;

/** A line that can never become a row, and why. */
export interface PoisonLine extends EventsEntry {
  readonly reason: string;
}
