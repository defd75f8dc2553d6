import {
  decodeEvent,
  encodeEvent,
  eventsOf,
  linesOf,
  rowOfEvent,
  type ClientErrorEvent,
} from '../stream/event-lines.ts';
import { messageOf } from '@course/service-kit';
import { decodeRows, encodeRows } from '../stream/row-bytes.ts';
import type { PageViewRow } from '../stream/page-view-row.ts';
import { isRows, type Entry, type EventsEntry, type PoisonLine, type RowsEntry } from './entries.ts';

/** A row of an entry. */
export interface ReadRow {
  readonly streamId: string;
  readonly row: PageViewRow;
  /** The row as lines of JSON, for the dead letters. */
  readonly lines: () => readonly string[];
}

/** An error that a browser reported, with its line. */
export interface ReadClientError {
  readonly streamId: string;
  readonly error: ClientErrorEvent;
  readonly text: string;
}

interface Read {
  readonly good: ReadRow[];
  readonly errors: ReadClientError[];
  readonly poison: PoisonLine[];
}

/** Prefix of dead letters that hold rows which cannot be expressed as events. Read again when they are replayed. */
const ROWS_PREFIX = 'rows ';
const textOf = (rows: Buffer): string => ROWS_PREFIX + rows.toString('base64');

const linesOfRow = (row: PageViewRow): readonly string[] => {
  const events = eventsOf(row).map(encodeEvent);
  return events.length > 0 ? events : encodeRows([row], 0).map(textOf);
};

const readTuples = (streamId: string, bytes: Buffer): readonly ReadRow[] =>
  decodeRows(bytes).map((row) => ({ streamId, row, lines: () => linesOfRow(row) }));

const readLine = (streamId: string, text: string, { good, errors }: Read): void => {
  if (text.startsWith(ROWS_PREFIX)) {
    good.push(...readTuples(streamId, Buffer.from(text.slice(ROWS_PREFIX.length), 'base64')));
    return;
  }
  const event = decodeEvent(text);
  if (event.kind === 'error') errors.push({ streamId, error: event, text });
  else good.push({ streamId, row: rowOfEvent(event), lines: () => [text] });
};

const readEvents = ({ streamId, text: whole }: EventsEntry, read: Read): void => {
  for (const text of linesOf(whole)) {
    try {
      readLine(streamId, text, read);
    } catch (error) {
      read.poison.push({ streamId, text, reason: messageOf(error) });
    }
  }
};

const readRows = ({ streamId, rows }: RowsEntry, { good, poison }: Read): void => {
  try {
    good.push(...readTuples(streamId, rows));
  } catch (error) {
    poison.push({ streamId, text: textOf(rows), reason: messageOf(error) });
  }
};

/** Decodes a batch into rows and browser errors, and the lines that cannot be decoded. */
export const readEntries = (
  entries: readonly Entry[],
): {
  readonly good: readonly ReadRow[];
  readonly errors: readonly ReadClientError[];
  readonly poison: readonly PoisonLine[];
} => {
  const read: Read = { good: [], errors: [], poison: [] };
  for (const entry of entries) {
    if (isRows(entry)) readRows(entry, read);
    else readEvents(entry, read);
  }
  return read;
};
