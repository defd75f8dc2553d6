import { Global, Module } from '@nestjs/common';
import { OrderListener } from '../orders/order-listener.ts';
import type { Env } from '../platform/env.ts';
import { ENV } from '../platform/tokens.ts';
import { RefundRequestController } from './cancellation/refund-request.controller.ts';
import { RefundRequestService } from './cancellation/refund-request.service.ts';
import { SecondOrderController } from './cancellation/second-order.controller.ts';
import { SecondOrderService } from './cancellation/second-order.service.ts';
import { UnsubscribeController } from './cancellation/unsubscribe.controller.ts';
import { UnsubscribeService } from './cancellation/unsubscribe.service.ts';
import { CourseOrderListener } from './course-order-listener.ts';
import { CourseTasks } from './course-tasks.ts';
import { LessonStore } from './lessons/lesson-store.ts';
import { Mailer } from './mails/mailer.ts';
import { CoursePageController } from './page/course-page.controller.ts';
import { CoursePageService } from './page/course-page.service.ts';
import { LinkRequestsController } from './page/link-requests.controller.ts';
import { LinkRequestsService } from './page/link-requests.service.ts';
import { PicturesController } from './pictures/pictures.controller.ts';
import { ReaderService } from './page/reader.service.ts';
import { ResourceStore } from './resources/resource-store.ts';
import { ResourcesController } from './resources/resources.controller.ts';
import { Composer } from './sending/compose.ts';
import { DeliveryMetrics } from './sending/delivery-metrics.ts';

const mailer = {
  provide: Mailer,
  inject: [ENV],
  useFactory: ({ mail }: Env) => new Mailer({ smtpUrl: mail.smtpUrl, from: mail.from }),
};

/** Global, because orders, which know no course, announce what happens to them to the `OrderListener` from here. */
@Global()
@Module({
  controllers: [
    CoursePageController,
    LinkRequestsController,
    PicturesController,
    RefundRequestController,
    ResourcesController,
    SecondOrderController,
    UnsubscribeController,
  ],
  providers: [
    { provide: OrderListener, useClass: CourseOrderListener },
    mailer,
    LessonStore,
    ResourceStore,
    Composer,
    DeliveryMetrics,
    CourseTasks,
    ReaderService,
    CoursePageService,
    LinkRequestsService,
    RefundRequestService,
    SecondOrderService,
    UnsubscribeService,
  ],
  exports: [OrderListener, LessonStore],
})
export class CourseModule {}
