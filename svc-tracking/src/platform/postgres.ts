import { createPostgresPool, type Logger, type PostgresWatch } from '@course/service-kit';
import type pg from 'pg';

/** One is for all else while the writer's or the refresher's statement holds the other. */
const CONNECTIONS = 2;

export const createPool = (connectionString: string, logger: Logger, watch: PostgresWatch): pg.Pool =>
  createPostgresPool(
    {
      connectionString,
      max: CONNECTIONS,
      application_name: 'svc-tracking',
      Client: watch.clients(),
      // A server that hangs must not hold the writer for ever.
      query_timeout: 30_000,
      keepAlive: true,
    },
    logger,
  );
