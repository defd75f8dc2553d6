import { Module, type DynamicModule } from '@nestjs/common';
import { IngestModule } from './ingest/ingest.module.ts';
import { InsightsModule } from './insights/insights.module.ts';
import { PlatformModule, type AppOptions } from './platform/platform.module.ts';
import { ReleasesModule } from './releases/releases.module.ts';
import { RefresherModule } from './refresher/refresher.module.ts';
import { WriterModule } from './writer/writer.module.ts';

@Module({})
export class AppModule {
  static with(options: AppOptions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.with(options),
        IngestModule,
        InsightsModule.with(options.env, options.logger),
        WriterModule,
        RefresherModule,
        ReleasesModule,
      ],
    };
  }
}
