import { createPostgresPool, PostgresWatch, type Logger } from '@course/service-kit';
import { Inject, Injectable, Optional, type OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Env } from './env.ts';
import { ENV, LOGGER } from './tokens.ts';

/** The client, or a transaction that is passed to a function. */
export type Db = Prisma.TransactionClient;

const POOL = {
  max: 10,
  idle_in_transaction_session_timeout: 15_000,
  application_name: 'svc-funnel',
};

/**
 * How long a visitor waits: PostgreSQL cancels a statement first; this side gives up if PostgreSQL does not reply at
 * all.
 */
const STATEMENT_MS = 2500;
const REPLY_MS = 3000;
/** The owner's tool, which runs without the watch, waits longer. */
const TOOL_STATEMENT_MS = 5000;

/** PostgreSQL, schema `funnel`. Connects on first use, so that the service starts before its store does. */
@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  /** The connections themselves, for the few statements that a visit executes often (docs/adr/0040). */
  readonly pool: pg.Pool;

  constructor(@Inject(ENV) env: Env, @Inject(LOGGER) logger: Logger, @Optional() watch?: PostgresWatch) {
    const limits = watch
      ? { statement_timeout: STATEMENT_MS, Client: watch.clients(REPLY_MS) }
      : { statement_timeout: TOOL_STATEMENT_MS };
    const pool = createPostgresPool({ ...POOL, ...limits, connectionString: env.databaseUrl }, logger);
    // Minimal errors: no colours and no source lines in a log.
    super({
      adapter: new PrismaPg(pool),
      errorFormat: 'minimal',
      transactionOptions: { maxWait: 2500, timeout: 10_000 },
    });
    this.pool = pool;
  }

  // Runs after the last request, while `onModuleDestroy` would run while requests are still being answered.
  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
    await this.pool.end();
  }
}
