import { PostgresWatch, SERVER_KEEPALIVE } from '@course/service-kit';
import pg from 'pg';
import type { Logger } from './logger.ts';

/** Two connections: one for the writer's statement, one for readiness and partitions. */
const CONNECTIONS = 2;

/** Watches over the service's connections to PostgreSQL once it is started. */
export const createWatch = (databaseUrl: string, logger: Logger): PostgresWatch =>
  new PostgresWatch({
    databaseUrl,
    name: 'svc-tracking-watch',
    onSilence: ({ message }) => logger.error({ reason: message }, 'PostgreSQL is silent: its connections were ended'),
  });

export const createPool = (connectionString: string, logger: Logger, watch: PostgresWatch): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    max: CONNECTIONS,
    application_name: 'svc-tracking',
    connectionTimeoutMillis: 2000,
    stream: watch.stream(),
    options: SERVER_KEEPALIVE,
    // A server that hangs must not hold the writer for ever.
    query_timeout: 30_000,
    keepAlive: true,
  });
  // An idle connection that breaks is replaced by the next query; unheard, it would end the process.
  pool.on('error', (error) => logger.warn({ reason: error.message }, 'A PostgreSQL connection was lost'));
  return pool;
};
