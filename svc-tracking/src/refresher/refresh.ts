import { type Logger, messageOf } from '@course/service-kit';
import type pg from 'pg';
import type { Arrivals } from '../writer/arrivals.ts';
import { pause, pauseMs } from '../platform/pause.ts';

const INTERVAL_MS = 1000;
/**
 * Interval while this process stores no page views: others may store some, and answers and orders arrive without any.
 */
const IDLE_INTERVAL_MS = 3000;
/** Pauses for this many times as long as a refresh took, so that catching up leaves the machine to the writers. */
const PAUSE_FACTOR = 3;

/** Applies one batch of changes to the aggregates. Returns how many: 0 while another process refreshes. */
export const refresh = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ taken: number }>('select rollups.refresh() as taken');
  return rows[0]?.taken ?? 0;
};

/**
 * Refreshes about every second until the signal, or every three seconds while there are no changes and no page view
 * arrives. Page views count without it, in the transaction that writes them. When it fails or pauses, visits, answers
 * and orders lag behind, and the funnel's `as_of` says by how much.
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
      await pause(Math.max(INTERVAL_MS, (performance.now() - startedAt) * PAUSE_FACTOR), signal);
      if (taken === 0) await arrivals.next(IDLE_INTERVAL_MS - INTERVAL_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ reason: messageOf(error) }, 'Could not refresh the aggregates for analysts, trying again');
      await pause(INTERVAL_MS + pauseMs(failures++), signal);
    }
  }
};
