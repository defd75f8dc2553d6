import { decodeEvent, linesOf, type PageViewEvent } from '../stream/event.ts';
import { reasonOf } from './sql-errors.ts';

/** An entry as it stands in the stream: one event a line. */
export interface Entry {
  readonly streamId: string;
  readonly text: string;
}

/** A line of an entry that could be read. */
export interface ReadLine extends Entry {
  readonly event: PageViewEvent;
}

/** A line that can never become a row, and why. */
export interface PoisonLine extends Entry {
  readonly reason: string;
}

/** Sorts the lines of a batch into what can be read and what cannot. */
export const readEntries = (entries: readonly Entry[]): { readonly good: readonly ReadLine[]; readonly poison: readonly PoisonLine[] } => {
  const good: ReadLine[] = [];
  const poison: PoisonLine[] = [];
  for (const { streamId, text: whole } of entries) {
    for (const text of linesOf(whole)) {
      try {
        good.push({ streamId, text, event: decodeEvent(text) });
      } catch (error) {
        poison.push({ streamId, text, reason: reasonOf(error) });
      }
    }
  }
  return { good, poison };
};

const lineCount = (text: string): number => {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

/** Cuts a batch so that no part holds more than `linesMax` lines, unless a single entry does. Keeps the order. */
export const inParts = (entries: readonly Entry[], linesMax: number): readonly (readonly Entry[])[] => {
  const parts: Entry[][] = [];
  let room = 0;
  for (const entry of entries) {
    const lines = lineCount(entry.text);
    if (lines > room) {
      parts.push([]);
      room = Math.max(linesMax, lines);
    }
    parts.at(-1)?.push(entry);
    room -= lines;
  }
  return parts;
};
