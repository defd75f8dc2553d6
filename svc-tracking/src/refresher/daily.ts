import type { Logger } from '@course/service-kit';
import type pg from 'pg';
import { DAY_MS, pause } from '../platform/pause.ts';
import { reasonOf } from '../platform/sql-errors.ts';

const RETRY_MS = 60_000;

/** Creates the missing months ahead. Returns how many there were. */
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

/**
 * Makes months ahead, and drops and forgets what is older than `keepMonths`, now and every day until the signal. Each
 * by itself: what fails is tried again in a minute and holds up nothing else. Late is no harm: the default partition
 * takes the rows of months that are missing. Without `keepMonths` all is kept.
 */
export const tendMonths = async (
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
    const dropped = await dropOldMonths(pool, months);
    if (dropped.length > 0) logger.info({ dropped }, 'Dropped months that are older than what is kept');
  };
  const forget = async (months: number) => {
    const forgotten = await forgetVisits(pool, months);
    if (forgotten > 0) logger.info({ forgotten }, 'Forgot visits whose page views are older than what is kept');
  };
  const jobs = keepMonths === undefined ? [make] : [make, () => drop(keepMonths), () => forget(keepMonths)];
  const succeeds = (job: () => Promise<void>): Promise<boolean> =>
    job().then(
      () => true,
      (error: unknown) => {
        logger.warn({ reason: reasonOf(error) }, 'Could not make, drop or forget months, trying again in a minute');
        return false;
      },
    );
  while (!signal.aborted) {
    let isDone = true;
    for (const job of jobs) isDone = signal.aborted || ((await succeeds(job)) && isDone);
    await pause(isDone ? DAY_MS : RETRY_MS, signal);
  }
};
