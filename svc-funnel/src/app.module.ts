import { Module, type DynamicModule } from '@nestjs/common';
import { CheckoutModule } from './checkout/checkout.module.ts';
import { PaymentsModule } from './payments/payments.module.ts';
import { PlatformModule, type Outside } from './platform/platform.module.ts';
import { ResponsesModule } from './responses/responses.module.ts';
import { SessionsModule } from './sessions/sessions.module.ts';

@Module({})
export class AppModule {
  static with(outside: Outside): DynamicModule {
    return { module: AppModule, imports: [PlatformModule.with(outside), SessionsModule, ResponsesModule, PaymentsModule, CheckoutModule] };
  }
}
