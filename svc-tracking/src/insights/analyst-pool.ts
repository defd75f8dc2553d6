import { createPostgresPool, type Logger } from '@course/service-kit';
import pg from 'pg';

const CONNECTIONS = 4;
const STATEMENT_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 2000;
/** How long a query may wait for a connection: with the longest query, less than the 15 s that the edge waits. */
const WAIT_MS = 4000;

/** Parses int8 as a number, because counts and cents stay far below 2^53, and timestamps as ISO text in UTC. */
const typeParser = (oid: number, format?: 'text' | 'binary'): unknown => {
  if (oid === pg.types.builtins.INT8) return Number;
  if (oid === pg.types.builtins.TIMESTAMPTZ) return (value: string) => new Date(value).toISOString();
  return pg.types.getTypeParser(oid, format as 'text');
};

/** Returns the class with a time limit for connecting: that of a pool also applies to waiting for a connection. */
const connectingInTime = (Client: new (config?: pg.ClientConfig) => pg.Client): typeof Client =>
  class extends Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    }
  };

/** Creates a pool of connections for the read-only role, opened on demand. */
export const createAnalystPool = (
  connectionString: string,
  logger: Logger,
  {
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    waitMs = WAIT_MS,
    Client = pg.Client,
  }: { statementTimeoutMs?: number; waitMs?: number; Client?: new (config?: pg.ClientConfig) => pg.Client } = {},
): pg.Pool =>
  createPostgresPool(
    {
      connectionString,
      max: CONNECTIONS,
      application_name: 'svc-tracking insights',
      statement_timeout: statementTimeoutMs,
      connectionTimeoutMillis: waitMs,
      Client: connectingInTime(Client),
      types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    },
    logger.child({ part: 'insights' }),
  );
