import { createPostgresPool, type Logger, type PostgresWatch } from '@course/service-kit';
import type pg from 'pg';

/** One stays free while a statement of the writer or the refresher occupies the other. */
const CONNECTIONS = 2;

export const createPool = (connectionString: string, logger: Logger, watch: PostgresWatch): pg.Pool =>
  createPostgresPool(
    {
      connectionString,
      max: CONNECTIONS,
      application_name: 'svc-tracking',
      Client: watch.clients(),
      // A server that hangs must not block the writer forever.
      query_timeout: 30_000,
      keepAlive: true,
    },
    logger,
  );
