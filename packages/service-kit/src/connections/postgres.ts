import pg from 'pg';
import type { Logger } from '../logging.ts';
import { PostgresWatch, SERVER_KEEPALIVE } from './postgres-watch.ts';

/** Starts a watch for all of a service's connections to PostgreSQL. */
export const watchPostgres = (databaseUrl: string, service: string, logger: Logger): PostgresWatch => {
  const watch = new PostgresWatch({
    databaseUrl,
    name: `${service}-watch`,
    onSilence: (err) => logger.error({ err }, 'PostgreSQL fell silent: its connections were ended'),
  });
  watch.start();
  return watch;
};

/** Longer than the pauses between a service's own periodic queries: a new login costs ten times as much as a query. */
const IDLE_TIMEOUT_MS = 150_000;

/** Returns a pool that connects on first use, so that a service starts before its store does. */
export const createPostgresPool = (options: pg.PoolConfig, logger: Logger): pg.Pool => {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    options: SERVER_KEEPALIVE,
    ...options,
  });
  // Without these listeners, a connection that breaks would end the process. An idle one is replaced at the next query;
  // one that is in use fails its statement first.
  pool.on('error', (err) => logger.warn({ err }, 'a PostgreSQL connection was lost'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};
