import { DAY_MS } from '@course/contracts';
import { type Logger, messageOf } from '@course/service-kit';
import type pg from 'pg';
import { pause } from '../platform/pause.ts';

const RETRY_MS = 60_000;

/** Creates the missing partitions of the coming months. Returns how many it created. */
export const ensurePartitions = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ made: number }>('select tracking.ensure_partitions() as made');
  return rows[0]?.made ?? 0;
};

/**
 * Drops the partitions that are more than `keepMonths` full months old, one per statement, so that queries wait for at
 * most one drop. Ends early at the signal. Returns their names.
 */
export const dropOldMonths = async (
  pool: pg.Pool,
  keepMonths: number,
  signal?: AbortSignal,
): Promise<readonly string[]> => {
  const dropped: string[] = [];
  while (!signal?.aborted) {
    const { rows } = await pool.query<{ name: string | null }>('select tracking.drop_oldest_month($1) as name', [
      keepMonths,
    ]);
    const name = rows[0]?.name;
    if (!name) break;
    dropped.push(name);
  }
  return dropped;
};

/**
 * Deletes the visits without a page view since `keepMonths` full months before this one, a few thousand per statement,
 * so that no refresh waits long. What they added to the aggregates stays. Ends early at the signal. Returns how many it
 * deleted.
 */
export const forgetVisits = async (pool: pg.Pool, keepMonths: number, signal?: AbortSignal): Promise<number> => {
  let sum = 0;
  while (!signal?.aborted) {
    const { rows } = await pool.query<{ forgotten: number }>('select rollups.forget_visits($1) as forgotten', [
      keepMonths,
    ]);
    const forgotten = rows[0]?.forgotten ?? 0;
    if (forgotten === 0) break;
    sum += forgotten;
  }
  return sum;
};

/**
 * Creates partitions in advance, and drops partitions and visits older than `keepMonths`, now and every day until the
 * signal. The jobs are independent: if one fails, the others still run, and all run again in a minute. A delay does no
 * harm, because the default partition takes the rows of missing months. Without `keepMonths` everything is kept.
 */
export const maintainMonths = async (
  pool: pg.Pool,
  keepMonths: number | undefined,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> => {
  const make = async () => {
    const made = await ensurePartitions(pool);
    if (made > 0) logger.info({ made }, 'Made monthly partitions');
  };
  const drop = async (months: number) => {
    const dropped = await dropOldMonths(pool, months, signal);
    if (dropped.length > 0) logger.info({ dropped }, 'Dropped the partitions of months beyond the retention period');
  };
  const forget = async (months: number) => {
    const forgotten = await forgetVisits(pool, months, signal);
    if (forgotten > 0) logger.info({ forgotten }, 'Forgot the visits of dropped page views');
  };
  const jobs = keepMonths === undefined ? [make] : [make, () => drop(keepMonths), () => forget(keepMonths)];
  const succeeds = (job: () => Promise<void>): Promise<boolean> =>
    job().then(
      () => true,
      (error: unknown) => {
        logger.warn(
          { reason: messageOf(error) },
          'Could not make or drop partitions, or forget visits; trying again in a minute',
        );
        return false;
      },
    );
  while (!signal.aborted) {
    let isDone = true;
    for (const job of jobs) isDone = signal.aborted || ((await succeeds(job)) && isDone);
    await pause(isDone ? DAY_MS : RETRY_MS, signal);
  }
};
