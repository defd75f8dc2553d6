import { Metrics } from '@course/service-kit';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CourseOrderListener } from '../course/course-order-listener.ts';
import { OrderListener } from '../orders/order-listener.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { PaymentsModule } from '../payments/payment-provider.ts';
import type { AppOptions } from '../platform/platform.module.ts';
import { PrismaService } from '../platform/prisma.ts';
import { CLOCK, ENV, LOGGER } from '../platform/tokens.ts';
import { TaskRegistry } from '../queue/task-registry.ts';

const SHARED = [PrismaService, Metrics, TaskRegistry];

/**
 * The service's payments and orders, without its server, worker and connection watch: a command does what the service
 * would do, under the same locks.
 */
@Global()
@Module({})
export class AdminCliModule {
  static with({ env, clock, logger }: AppOptions): DynamicModule {
    return {
      module: AdminCliModule,
      imports: [PaymentsModule, OrdersModule],
      providers: [
        { provide: ENV, useValue: env },
        { provide: CLOCK, useValue: clock },
        { provide: LOGGER, useValue: logger },
        // The course's mails are queued here and rendered by the service.
        { provide: OrderListener, useClass: CourseOrderListener },
        ...SHARED,
      ],
      exports: [ENV, CLOCK, LOGGER, OrderListener, ...SHARED],
    };
  }
}
