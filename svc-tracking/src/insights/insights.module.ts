import { type Logger, PostgresWatch } from '@course/service-kit';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Env } from '../platform/env.ts';
import { AccessController } from './access/access.controller.ts';
import { ACCESS, accessOf } from './access/insights.guard.ts';
import { createAnalystPool } from './analyst-pool.ts';
import { InsightsController } from './insights.controller.ts';
import { ANALYST_POOL, InsightsRepository } from './insights.repository.ts';

/** The API behind the insights page. Without a token neither exists. */
@Module({})
export class InsightsModule {
  static with(env: Env, logger: Logger): DynamicModule {
    const { ANALYST_URL: address, INSIGHTS_TOKEN: token } = env;
    if (token === undefined) return { module: InsightsModule };
    return {
      module: InsightsModule,
      controllers: [AccessController, InsightsController],
      providers: [
        InsightsRepository,
        { provide: ACCESS, useValue: accessOf(env, token) },
        {
          provide: ANALYST_POOL,
          inject: [PostgresWatch],
          useFactory: (watch: PostgresWatch) =>
            address === undefined ? null : createAnalystPool(address, logger, { Client: watch.clients() }),
        },
      ],
    };
  }
}
