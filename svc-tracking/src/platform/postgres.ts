import pg from 'pg';
import type { Logger } from './logger.ts';

/** Two connections: one for the writer's statement, one for readiness and partitions. */
const CONNECTIONS = 2;

export const createPool = (connectionString: string, logger: Logger): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    max: CONNECTIONS,
    application_name: 'svc-tracking',
    connectionTimeoutMillis: 3000,
    // A server that hangs must not hold the writer for ever.
    query_timeout: 30_000,
    keepAlive: true,
  });
  // An idle connection that breaks is replaced by the next query; unheard, it would end the process.
  pool.on('error', (error) => logger.warn({ reason: error.message }, 'A PostgreSQL connection was lost'));
  return pool;
};
