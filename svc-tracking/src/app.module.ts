import { Module, type DynamicModule } from '@nestjs/common';
import { IngestModule } from './ingest/ingest.module.ts';
import { InsightsModule } from './insights/insights.module.ts';
import { PlatformModule, type Outside } from './platform/platform.module.ts';
import { ReleasesModule } from './releases/releases.module.ts';
import { RefresherModule } from './refresher/refresher.module.ts';
import { WriterModule } from './writer/writer.module.ts';

@Module({})
export class AppModule {
  static with(outside: Outside): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.with(outside),
        IngestModule,
        InsightsModule.with(outside.env, outside.logger),
        WriterModule,
        RefresherModule,
        ReleasesModule,
      ],
    };
  }
}
