import { createPostgresPool, PostgresWatch, type Logger } from '@course/service-kit';
import { Inject, Injectable, Optional, type OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Env } from './env.ts';
import { ENV, LOGGER } from './tokens.ts';

/** The client, or the transaction that a function was handed. */
export type Db = Prisma.TransactionClient;

const POOL = {
  max: 10,
  idle_in_transaction_session_timeout: 15_000,
  application_name: 'svc-funnel',
};

/** What a visitor waits for: PostgreSQL gives up on a statement first, this side when PostgreSQL says nothing at all. */
const STATEMENT_MS = 2500;
const REPLY_MS = 3000;
/** The owner's tool, which runs without the watch, waits longer. */
const TOOL_STATEMENT_MS = 5000;

/** PostgreSQL, schema `funnel`. Connects on first use, so that the service starts before its store does. */
@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  /** The connections themselves, for the few statements of which a visit makes many (docs/adr/0040). */
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

  // After the last request: a module is destroyed while requests are still being answered.
  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
    await this.pool.end();
  }
}
