import type pg from 'pg';
import type { Logger } from '@course/service-kit';
import { everyDay } from '../platform/pause.ts';
import { reasonOf } from '../platform/sql-errors.ts';

/** Creates the missing months. Returns how many there were. */
export const ensurePartitions = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ made: number }>('select tracking.ensure_partitions() as made');
  return rows[0]?.made ?? 0;
};

/**
 * Drops the months that lie more than `keepMonths` full months back, one statement a month, so that queries wait for one
 * drop at most. Returns their names.
 */
export const dropOldMonths = async (pool: pg.Pool, keepMonths: number): Promise<readonly string[]> => {
  const dropped: string[] = [];
  for (;;) {
    const { rows } = await pool.query<{ name: string | null }>('select tracking.drop_oldest_month($1) as name', [
      keepMonths,
    ]);
    const name = rows[0]?.name;
    if (!name) return dropped;
    dropped.push(name);
  }
};

/** Makes partitions ahead and drops old ones. Returns whether it succeeded. */
const tend = async (pool: pg.Pool, keepMonths: number | undefined, logger: Logger): Promise<boolean> => {
  try {
    const made = await ensurePartitions(pool);
    if (made > 0) logger.info({ made }, 'Made monthly partitions');
    const dropped = keepMonths === undefined ? [] : await dropOldMonths(pool, keepMonths);
    if (dropped.length > 0) logger.info({ dropped }, 'Dropped months that are older than what is kept');
    return true;
  } catch (error) {
    logger.warn({ reason: reasonOf(error) }, 'Could not make or drop partitions, trying again in a minute');
    return false;
  }
};

/**
 * Makes partitions ahead and drops old ones, now and every day, until the signal. Late is no harm: the default
 * partition takes the rows of months that are missing. Without `keepMonths` none is dropped.
 */
export const keepPartitions = (
  pool: pg.Pool,
  keepMonths: number | undefined,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> => everyDay(() => tend(pool, keepMonths, logger), signal);
