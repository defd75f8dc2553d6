import { Module } from '@nestjs/common';
import type { Env } from '../platform/env.ts';
import { ENV } from '../platform/tokens.ts';
import { Appender } from './appender.ts';
import { BatchService } from './batch.service.ts';
import { ClientErrorsController } from './client-errors.controller.ts';
import { CountedNames } from './counted-names.ts';
import { IngestController } from './ingest.controller.ts';
import { IngestService } from './ingest.service.ts';
import { PageViewIds } from './page-view-id.ts';
import { RedisMemoryGuard } from './redis-memory-guard.ts';

@Module({
  controllers: [ClientErrorsController, IngestController],
  providers: [
    Appender,
    BatchService,
    CountedNames,
    IngestService,
    RedisMemoryGuard,
    { provide: PageViewIds, inject: [ENV], useFactory: (env: Env) => new PageViewIds(env.PAGE_VIEW_KEYS) },
  ],
})
export class IngestModule {}
