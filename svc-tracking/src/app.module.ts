import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { IngestModule } from './ingest/ingest.module.ts';
import { InsightsModule } from './insights/insights.module.ts';
import type { Env } from './platform/env.ts';
import { ErrorFilter } from './platform/error.filter.ts';
import type { Logger } from './platform/logger.ts';
import { OpsModule } from './platform/ops.module.ts';
import { RollupsModule } from './rollups/rollups.module.ts';
import { StoresModule } from './platform/stores.module.ts';
import type { Clock } from './platform/tokens.ts';
import { WriterModule } from './writer/writer.module.ts';

@Module({})
export class AppModule {
  static with(env: Env, logger: Logger, clock: Clock): DynamicModule {
    return {
      module: AppModule,
      imports: [
        StoresModule.with(env, logger, clock),
        OpsModule,
        IngestModule,
        InsightsModule.with(env, logger),
        WriterModule,
        RollupsModule,
      ],
      providers: [{ provide: APP_FILTER, useClass: ErrorFilter }],
    };
  }
}
