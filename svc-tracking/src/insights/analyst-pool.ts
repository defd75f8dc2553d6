import { createPostgresPool, type Logger } from '@course/service-kit';
import pg from 'pg';

const CONNECTIONS = 4;
const ANSWER_MAX_MS = 10_000;

/** int8 as a number: counts and cents stay far below 2^53. Times as ISO text in UTC. */
const typeParser = (oid: number, format?: 'text' | 'binary'): unknown => {
  if (oid === pg.types.builtins.INT8) return Number;
  if (oid === pg.types.builtins.TIMESTAMPTZ) return (value: string) => new Date(value).toISOString();
  return pg.types.getTypeParser(oid, format as 'text');
};

/** Connections of the read-only role, made when they are needed. */
export const createAnalystPool = (
  connectionString: string,
  logger: Logger,
  { answerMaxMs = ANSWER_MAX_MS, Client }: { answerMaxMs?: number; Client?: pg.PoolConfig['Client'] } = {},
): pg.Pool =>
  createPostgresPool(
    {
      connectionString,
      max: CONNECTIONS,
      application_name: 'svc-tracking insights',
      statement_timeout: answerMaxMs,
      ...(Client && { Client }),
      types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    },
    logger.child({ part: 'insights' }),
  );
