import type pg from 'pg';
import type { Logger } from '@course/service-kit';
import { everyDay } from '../platform/pause.ts';
import { reasonOf } from '../platform/sql-errors.ts';

/**
 * Forgets the visits without a page view in the `keepMonths` full months before this one, some thousand a statement, so
 * that no refresh waits long. What they added to the aggregates stays. Returns how many there were.
 */
export const forgetVisits = async (pool: pg.Pool, keepMonths: number): Promise<number> => {
  for (let sum = 0; ;) {
    const { rows } = await pool.query<{ forgotten: number }>('select rollups.forget_visits($1) as forgotten', [
      keepMonths,
    ]);
    const forgotten = rows[0]?.forgotten ?? 0;
    if (forgotten === 0) return sum;
    sum += forgotten;
  }
};

const forgetOnce = async (pool: pg.Pool, keepMonths: number, logger: Logger): Promise<boolean> => {
  try {
    const forgotten = await forgetVisits(pool, keepMonths);
    if (forgotten > 0) logger.info({ forgotten }, 'Forgot visits whose page views are older than what is kept');
    return true;
  } catch (error) {
    logger.warn({ reason: reasonOf(error) }, 'Could not forget old visits, trying again in a minute');
    return false;
  }
};

/** Forgets old visits now and every day, until the signal. Without `keepMonths` all are kept. */
export const keepForgetting = async (
  pool: pg.Pool,
  keepMonths: number | undefined,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> => {
  if (keepMonths !== undefined) await everyDay(() => forgetOnce(pool, keepMonths, logger), signal);
};
