import type { Logger } from '@course/service-kit';
import type pg from 'pg';
import type { Arrivals } from '../writer/arrivals.ts';
import { pause, pauseMs } from '../platform/pause.ts';
import { reasonOf } from '../platform/sql-errors.ts';

const INTERVAL_MS = 1000;
/** Between two looks while this process stores no page views: what others stored, and answers and orders alone. */
const RESTING_MS = 3000;
/** It rests this many times as long as a refresh took, so that catching up leaves the machine to the writers. */
const REST = 3;

/** Takes one batch of changes into the aggregates. Returns how many: none while another process refreshes. */
export const refresh = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ taken: number }>('select rollups.refresh() as taken');
  return rows[0]?.taken ?? 0;
};

/**
 * Refreshes about every second until the signal, and every three while there is nothing to take and no page view comes.
 * Page views count without it, in the transaction that writes them; when it fails or rests, visits, answers and orders
 * lag behind, and the funnel's `as_of` says by how much.
 */
export const keepRefreshing = async (
  pool: pg.Pool,
  arrivals: Arrivals,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> => {
  for (let failures = 0; !signal.aborted;) {
    const startedAt = performance.now();
    try {
      const taken = await refresh(pool);
      failures = 0;
      await pause(Math.max(INTERVAL_MS, (performance.now() - startedAt) * REST), signal);
      if (taken === 0) await arrivals.next(RESTING_MS - INTERVAL_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      logger.warn(
        { reason: reasonOf(error) },
        'The aggregates for analysts could not be brought up to date, trying again',
      );
      await pause(INTERVAL_MS + pauseMs(failures++), signal);
    }
  }
};
