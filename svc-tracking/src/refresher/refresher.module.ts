import { type Logger, PostgresWatch } from '@course/service-kit';
import { Inject, Injectable, Module } from '@nestjs/common';
import type pg from 'pg';
import type { Env } from '../platform/env.ts';
import { createPool } from '../platform/postgres.ts';
import { ENV, LOGGER } from '../platform/tokens.ts';
import { Arrivals } from '../writer/arrivals.ts';
import { WriterModule } from '../writer/writer.module.ts';
import { followDeclarations } from './declarations.ts';
import { maintainMonths } from './months.ts';
import { keepRefreshing } from './refresh.ts';

/**
 * Refreshes the aggregates, creates and drops partitions, and follows the live releases. Any number may run; only one
 * refreshes at a time.
 */
@Injectable()
export class RefresherService {
  private readonly ending = new AbortController();
  private end: () => Promise<void> = () => Promise.resolve();

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly watch: PostgresWatch,
    private readonly arrivals: Arrivals,
  ) {}

  start(): void {
    // A separate pool, so that a long refresh does not hold a connection that the writer needs.
    const pool = createPool(this.env.DATABASE_URL, this.logger, this.watch);
    const working = Promise.all([
      keepRefreshing(pool, this.arrivals, this.logger, this.ending.signal),
      maintainMonths(pool, this.env.RETENTION_MONTHS, this.logger, this.ending.signal),
      this.followReleases(pool),
    ]);
    this.end = () => working.then(() => pool.end());
  }

  private async followReleases(pool: pg.Pool): Promise<void> {
    const { DECLARATIONS_URL: address } = this.env;
    if (address) await followDeclarations(pool, address, this.logger, this.ending.signal);
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.end();
  }
}

@Module({ imports: [WriterModule], providers: [RefresherService] })
export class RefresherModule {}
