import { isRows, type Entry } from './entry.ts';

export interface PartLimits {
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

/** How much of a part an entry takes: 1 is all of it. */
const shareOf = (entry: Entry, { lines, bytes }: PartLimits): number =>
  isRows(entry) ? entry.rows.length / bytes : lineCount(entry.text) / lines;

/** How much of a part a batch takes: 1 is all of it, more is several. */
export const fullness = (entries: readonly Entry[], limits: PartLimits): number =>
  entries.reduce((sum, entry) => sum + shareOf(entry, limits), 0);

/** Cuts a batch so that no part holds more than the limits allow, unless a single entry does. Keeps the order. */
export const inParts = (entries: readonly Entry[], limits: PartLimits): readonly (readonly Entry[])[] => {
  const parts: Entry[][] = [];
  let taken = 1;
  for (const entry of entries) {
    const share = shareOf(entry, limits);
    if (taken + share > 1) {
      parts.push([]);
      taken = 0;
    }
    parts.at(-1)?.push(entry);
    taken += share;
  }
  return parts;
};
