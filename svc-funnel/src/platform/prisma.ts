import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Logger } from 'pino';
import { PrismaClient } from '../generated/prisma/client.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Env } from './env.ts';
import { ENV, LOGGER } from './tokens.ts';

/** The client, or the transaction that a function was handed. */
export type Db = Prisma.TransactionClient;

const POOL = { max: 10, connectionTimeoutMillis: 3000, idleTimeoutMillis: 30_000, statement_timeout: 5000, application_name: 'svc-funnel' };

/** PostgreSQL, schema `funnel`. Connects on first use, so that the service starts before its store does. */
@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  constructor(@Inject(ENV) env: Env, @Inject(LOGGER) logger: Logger) {
    const lost = (err: Error): void => logger.warn({ err }, 'database connection lost');
    const adapter = new PrismaPg({ ...POOL, connectionString: env.databaseUrl }, { onPoolError: lost, onConnectionError: lost });
    // Minimal errors: no colours and no source lines in a log.
    super({ adapter, errorFormat: 'minimal', transactionOptions: { maxWait: 5000, timeout: 10_000 } });
  }

  // After the last request: a module is destroyed while requests are still being answered.
  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
  }
}
