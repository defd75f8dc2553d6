import type pg from 'pg';
import type { Logger } from '@course/service-kit';
import { pause, pauseMs } from '../writer/pause.ts';
import { reasonOf } from '../writer/sql-errors.ts';

const INTERVAL_MS = 1000;
/** After a turn it rests this many times as long, so that catching up leaves the machine to those who write. */
const REST = 3;

/** Brings the analysts' sums up to date by one turn. Answers how many changes it took: none while another process is at it. */
export const fold = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ taken: number }>('select rollups.refresh() as taken');
  return rows[0]?.taken ?? 0;
};

/**
 * Folds about every second until the signal. Page views count without it, in the transaction that writes them; what is
 * late when it fails or rests is the funnel by step, which says of what moment it tells.
 */
export const keepFolding = async (pool: pg.Pool, logger: Logger, signal: AbortSignal): Promise<void> => {
  for (let failures = 0; !signal.aborted;) {
    const startedAt = performance.now();
    try {
      await fold(pool);
      failures = 0;
      await pause(Math.max(INTERVAL_MS, (performance.now() - startedAt) * REST), signal);
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ reason: reasonOf(error) }, 'The sums for analysts could not be brought up to date, trying again');
      await pause(INTERVAL_MS + pauseMs(failures++), signal);
    }
  }
};
