import pg from 'pg';
import type { Logger } from '../logging.ts';
import { PostgresWatch, SERVER_KEEPALIVE } from './postgres-watch.ts';

/** Watches over all of a service's connections to PostgreSQL, until it is stopped. */
export const watchPostgres = (databaseUrl: string, service: string, logger: Logger): PostgresWatch => {
  const watch = new PostgresWatch({
    databaseUrl,
    name: `${service}-watch`,
    onSilence: (err) => logger.error({ err }, 'PostgreSQL fell silent: its connections were ended'),
  });
  watch.start();
  return watch;
};

/** Longer than the rests between what a service asks by itself: a new login costs ten times as much as a question. */
const UNUSED_MS = 150_000;

/** Returns a pool that connects on first use, so that a service starts before its store does. */
export const createPostgresPool = (options: pg.PoolConfig, logger: Logger): pg.Pool => {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: UNUSED_MS,
    options: SERVER_KEEPALIVE,
    ...options,
  });
  // Unheard, a connection that breaks would end the process. An idle one is replaced by the next query; one that is in
  // use tells the statement on it first.
  pool.on('error', (err) => logger.warn({ err }, 'a PostgreSQL connection was lost'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};
