import type { Entry } from './entry.ts';
import { pause, pauseMs } from '../platform/pause.ts';
import { storeBatch, type PageViewTable, type Stored } from './store-batch.ts';

export interface Patience {
  /** Told of every failed try. */
  readonly onFailure: (error: unknown) => void;
  /** Ends the pauses, and after one more failure the tries. */
  readonly stopping: AbortSignal;
}

/**
 * `storeBatch`, tried with growing pauses for as long as PostgreSQL is away: the entries are safe in Redis meanwhile.
 * Returns nothing when it gave up because the writer is stopping.
 */
export const untilStored = async (
  entries: readonly Entry[],
  table: PageViewTable,
  { onFailure, stopping }: Patience,
): Promise<Stored | undefined> => {
  for (let attempt = 0; ; attempt++) {
    const wasStopping = stopping.aborted;
    try {
      return await storeBatch(entries, table);
    } catch (error) {
      onFailure(error);
      if (wasStopping) return undefined;
      await pause(pauseMs(attempt), stopping);
    }
  }
};
