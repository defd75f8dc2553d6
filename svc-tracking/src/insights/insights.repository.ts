import { ApiError, type ChartAnswer, type ChartName } from '@course/contracts';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { codeOf } from '../platform/sql-errors.ts';
import { parameterised, withLiterals, type Statement } from './chart-queries/statement.ts';

/** The pool of the read-only role; null if no address is set. */
export const ANALYST_POOL = Symbol('analyst pool');

const QUERY_CANCELED = '57014';
const INVALID_PARAMETER = '22023';

/** What `pg`'s pool says when no connection became free in time, whether they are in use or cannot be established. */
const NONE_FREE = 'timeout exceeded when trying to connect';

/** Returns a function that returns true while all connections of the pool are established and in use. */
const busynessOf = (pool: pg.Pool): (() => boolean) => {
  let inUse = 0;
  pool.on('acquire', () => (inUse += 1));
  pool.on('release', () => (inUse -= 1));
  return () => inUse >= pool.options.max;
};

/** Converts a failed query to the error that its caller receives; returns other errors unchanged. */
const toRefusal = (error: unknown, isBusy: boolean): unknown => {
  if (isBusy && error instanceof Error && error.message === NONE_FREE)
    return new ApiError('insights_slow', 'Other queries kept the database busy. Try again in a moment.', {
      cause: error,
    });
  switch (codeOf(error)) {
    case QUERY_CANCELED:
      return new ApiError('insights_slow', undefined, { cause: error });
    case INVALID_PARAMETER:
      // PostgreSQL's own list of time zones may be older than ours.
      return new ApiError('invalid_query', 'zone: the database does not know this time zone; use another', {
        cause: error,
      });
    default:
      return error;
  }
};

/** Runs queries as the read-only role, which sees only what analysts may see. */
@Injectable()
export class InsightsRepository implements OnApplicationShutdown {
  private readonly isBusy: () => boolean;

  constructor(@Inject(ANALYST_POOL) private readonly pool: pg.Pool | null) {
    this.isBusy = pool === null ? () => false : busynessOf(pool);
  }

  /** Rejects with `insights_unset`, `insights_slow` or `invalid_query`, otherwise as the pool does. */
  async run<C extends ChartName>(query: Statement): Promise<ChartAnswer<C>> {
    if (this.pool === null) throw new ApiError('insights_unset');
    try {
      const { rows } = await this.pool.query(parameterised(query));
      return { sql: withLiterals(query), rows };
    } catch (error) {
      throw toRefusal(error, this.isBusy());
    }
  }

  /** Runs after the last request. Not awaited, because an abandoned query may run for another ten seconds. */
  onApplicationShutdown(): void {
    void this.pool?.end();
  }
}
