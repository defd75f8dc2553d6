import { ApiError, type ChartAnswer, type ChartName } from '@course/contracts';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type pg from 'pg';
import { toRefusal } from './query-errors.ts';
import { parameterised, withLiterals, type Statement } from './chart-queries/statement.ts';

/** The pool of the read-only role; null where no address is set. */
export const ANALYST_POOL = Symbol('analyst pool');

/** Asks as the read-only role, which sees nothing but what analysts may see. */
@Injectable()
export class InsightsRepository implements OnModuleDestroy {
  constructor(@Inject(ANALYST_POOL) private readonly pool: pg.Pool | null) {}

  /** Rejects with `insights_unset`, `insights_slow` or `invalid_query`, otherwise as the pool does. */
  async ask<C extends ChartName>(asked: Statement): Promise<ChartAnswer<C>> {
    if (this.pool === null) throw new ApiError('insights_unset');
    try {
      const { rows } = await this.pool.query(parameterised(asked));
      return { sql: withLiterals(asked), rows };
    } catch (error) {
      throw toRefusal(error);
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool?.end();
  }
}
