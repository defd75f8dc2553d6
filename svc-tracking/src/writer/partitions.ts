import type pg from 'pg';
import type { Logger } from '../platform/logger.ts';
import { pause } from './pause.ts';
import { reasonOf } from './sql-errors.ts';

const DAY_MS = 86_400_000;
const RETRY_MS = 60_000;

/** Has the months made that are missing. Answers how many were. */
export const ensurePartitions = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ made: number }>('select tracking.ensure_partitions() as made');
  return rows[0]?.made ?? 0;
};

/** Makes partitions ahead, now and every day, until the signal. Late is no harm: the default partition takes the rows. */
export const keepPartitions = async (pool: pg.Pool, logger: Logger, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const made = await ensurePartitions(pool).catch((error: unknown) => {
      logger.warn({ reason: reasonOf(error) }, 'Could not make partitions ahead, trying again in a minute');
      return undefined;
    });
    if (made) logger.info({ made }, 'Made monthly partitions');
    await pause(made === undefined ? RETRY_MS : DAY_MS, signal);
  }
};
