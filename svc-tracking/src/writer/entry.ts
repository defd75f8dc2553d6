import { decodeEvent, type PageViewEvent } from '../stream/event.ts';
import { reasonOf } from './sql-errors.ts';

/** An entry as it stands in the stream. */
export interface Entry {
  readonly streamId: string;
  readonly text: string;
}

export interface ReadEntry extends Entry {
  readonly event: PageViewEvent;
}

/** An entry that can never become a row, and why. */
export interface PoisonEntry extends Entry {
  readonly reason: string;
}

/** Sorts a batch into what can be read and what cannot. */
export const readEntries = (entries: readonly Entry[]): { readonly good: readonly ReadEntry[]; readonly poison: readonly PoisonEntry[] } => {
  const good: ReadEntry[] = [];
  const poison: PoisonEntry[] = [];
  for (const entry of entries) {
    try {
      good.push({ ...entry, event: decodeEvent(entry.text) });
    } catch (error) {
      poison.push({ ...entry, reason: reasonOf(error) });
    }
  }
  return { good, poison };
};
