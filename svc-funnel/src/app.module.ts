import { Module, type DynamicModule } from '@nestjs/common';
import { CheckoutModule } from './checkout/checkout.module.ts';
import { CourseModule } from './course/course.module.ts';
import { HealthModule } from './health/health.module.ts';
import { WebhookModule } from './orders/orders.module.ts';
import { PlatformModule, type AppOptions } from './platform/platform.module.ts';
import { QueueModule } from './queue/worker.service.ts';
import { RefusedWritesModule } from './refused-writes/refused-writes.controller.ts';
import { ResponsesModule } from './responses/responses.controller.ts';
import { RetentionModule } from './retention/retention.module.ts';
import { SessionsModule } from './sessions/sessions.module.ts';

@Module({})
export class AppModule {
  static with(options: AppOptions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.with(options),
        QueueModule,
        SessionsModule,
        ResponsesModule,
        RefusedWritesModule,
        WebhookModule,
        CheckoutModule,
        CourseModule,
        HealthModule,
        RetentionModule,
      ],
    };
  }
}
