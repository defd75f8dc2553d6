import { createPostgresPool, type Logger } from '@course/service-kit';
import pg from 'pg';

const CONNECTIONS = 4;
const STATEMENT_TIMEOUT_MS = 10_000;

/** Parses int8 as a number, because counts and cents stay far below 2^53, and timestamps as ISO text in UTC. */
const typeParser = (oid: number, format?: 'text' | 'binary'): unknown => {
  if (oid === pg.types.builtins.INT8) return Number;
  if (oid === pg.types.builtins.TIMESTAMPTZ) return (value: string) => new Date(value).toISOString();
  return pg.types.getTypeParser(oid, format as 'text');
};

/** Creates a pool of connections for the read-only role, opened on demand. */
export const createAnalystPool = (
  connectionString: string,
  logger: Logger,
  {
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    Client,
  }: { statementTimeoutMs?: number; Client?: pg.PoolConfig['Client'] } = {},
): pg.Pool =>
  createPostgresPool(
    {
      connectionString,
      max: CONNECTIONS,
      application_name: 'svc-tracking insights',
      statement_timeout: statementTimeoutMs,
      ...(Client && { Client }),
      types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    },
    logger.child({ part: 'insights' }),
  );
