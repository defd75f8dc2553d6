import type { Db } from '../platform/prisma.ts';
import type { TaskName, TaskPayloads } from './tasks.ts';

export interface JobOptions {
  /** In real time, even while the sandbox's clock is ahead. Now by default. */
  readonly runAt?: Date;
  /** One waiting job per key: a second one replaces it. */
  readonly key?: string;
}

/** Adds a job inside the caller's transaction. The job exists only if the transaction commits. */
export async function enqueue<Name extends TaskName>(
  db: Db,
  task: Name,
  payload: TaskPayloads[Name],
  options: JobOptions = {},
): Promise<void> {
  const { runAt = null, key = null } = options;
  await db.$queryRaw`
    SELECT id::text FROM graphile_worker.add_job(
      identifier => ${task}, payload => ${JSON.stringify(payload)}::json, run_at => ${runAt}::timestamptz, job_key => ${key})`;
}
