import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';

/** Other processes that migrate at this moment wait here. */
const QUEUE_LOCK = 72_707_370;

const silent = new Logger(() => () => undefined);

/** Brings the job queue's own schema, `graphile_worker`, to the installed version, as the database's owner. */
export const migrateQueue = async (client: pg.Client, databaseUrl: string): Promise<void> => {
  await client.query('select pg_advisory_lock($1)', [QUEUE_LOCK]);
  try {
    await runMigrations({ connectionString: databaseUrl, logger: silent, maxPoolSize: 2 });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [QUEUE_LOCK]).catch(() => undefined);
  }
};
